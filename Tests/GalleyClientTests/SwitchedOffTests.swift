import Foundation
import GalleyClient
import Testing

@Suite("Features that are switched off") struct SwitchedOffTests {
    let directory = AppDirectory()
    let lost = SignedServer.Answer(status: 404)

    @Test func `a feature is hidden even if the document of another one cannot be fetched`() async throws {
        let server = try #require(SignedServer(5, ["a": "A5", "b": "B5"]))
        let client = try directory.client(server)
        try await client.update()
        server.serve(7, ["b": "B7"])
        server.lose("B7", lost)
        await #expect(throws: ClientError.status(404)) { try await client.update() }
        for client in [client, try directory.client(server)] {
            #expect(await client.text("a") == nil)
            #expect(await client.text("b") == "B5")
            #expect(await client.release == 5)
        }
        // The next update that succeeds names the hidden feature too.
        server.lose("B7", nil)
        #expect(try await client.update() == ["a", "b"])
        #expect(await client.text("b") == "B7")
        #expect(try await client.update() == [])
    }

    @Test func `a feature that is switched on again is shown with its last document`() async throws {
        let server = try #require(SignedServer(5, ["a": "A5", "b": "B5"]))
        let client = try directory.client(server)
        try await client.update()
        server.serve(7, ["b": "B7"])
        server.lose("B7", lost)
        await #expect(throws: ClientError.self) { try await client.update() }
        server.serve(8, ["a": "A5", "b": "B7"])
        await #expect(throws: ClientError.self) { try await client.update() }
        #expect(await client.text("a") == "A5")
        #expect(await client.text("b") == "B5")
    }

    @Test func `before the first complete update, the bundled document of a switched-off feature is hidden`()
        async throws
    {
        try directory.bundle(["a": "A0", "b": "B0"])
        let server = try #require(SignedServer(7, ["b": "B7"]))
        server.lose("B7", lost)
        let client = try directory.client(server)
        #expect(await client.text("a") == "A0")
        await #expect(throws: ClientError.self) { try await client.update() }
        for client in [client, try directory.client(server)] {
            #expect(await client.text("a") == nil)
            #expect(await client.text("b") == "B0")
        }
        // Another version of the app still shows its bundled document, because it may get another one.
        #expect(try await directory.client(server, version: "5.4").text("a") == "A0")
    }

    @Test func `a new version of the app shows its bundled documents until its first update`() async throws {
        try directory.bundle(["a": "A0", "b": "B0"])
        let server = try #require(SignedServer(7, ["b": "B7"]))
        let former = try directory.client(server)
        try await former.update()
        #expect(await former.text("a") == nil)
        let client = try directory.client(server, version: "5.4")
        #expect(await client.release == nil)
        #expect(await client.text("a") == "A0")
        #expect(await client.text("b") == "B0")
        try await client.update()
        #expect(await client.text("a") == nil)
        #expect(await client.text("b") == "B7")
    }

    @Test func `the first update names the features that no longer have their bundled documents`() async throws {
        try directory.bundle(["a": "A0", "b": "B0", "c": "C0"])
        let server = try #require(SignedServer(7, ["b": "B7", "c": "C0"]))
        #expect(try await directory.client(server).update() == ["a", "b"])
    }

    @Test(arguments: ["lock", "manifest.json"])
    func `a feature is hidden even if the release cannot be stored`(_ name: String) async throws {
        let server = try #require(SignedServer(5, ["a": "A5", "b": "B5"]))
        let client = try directory.client(server)
        try await client.update()
        // A folder in the file's place cannot be written even by root.
        let file = directory.url.appending(path: "kept/\(name)")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        server.serve(7, ["b": "B7"])
        await #expect(throws: ClientError.self) { try await client.update() }
        #expect(await client.text("a") == nil)
        #expect(await client.text("b") == "B5")
    }
}

import Foundation
import GalleyClient
import Testing

/// A client stores the number of the newest release that it accepted, the pinned release, and rejects older releases of
/// the same installation of Galley.
@Suite("The pinned release") struct PinnedReleaseTests {
    let directory = AppDirectory()

    private func file(_ name: String) -> URL { directory.url.appending(path: "kept/\(name)") }

    /// Updates a first client to release 6, and returns its server, which now serves release 4.
    private func replayingServer() async throws -> SignedServer {
        let server = try #require(SignedServer(6, ["a": "A6"]))
        try await directory.client(server).update()
        server.serve(4, ["a": "A4"])
        return server
    }

    @Test(arguments: ["manifest.json", "pinned.json"])
    func `an older release is rejected if one of the files is damaged or missing`(_ name: String) async throws {
        let server = try await replayingServer()
        for text in ["{", nil] {
            try FileManager.default.removeItem(at: file(name))
            if let text { try Data(text.utf8).write(to: file(name)) }
            let client = try directory.client(server)
            await #expect(throws: ClientError.olderRelease(4, than: 6)) { try await client.update() }
            if text != nil { continue }
            server.serve(6, ["a": "A6"])
            try await client.update()
            #expect(await client.text("a") == "A6")
        }
    }

    @Test(arguments: ["{", nil])
    func `no release is accepted while the file of the pinned release cannot be read`(_ manifest: String?) async throws
    {
        let server = try await replayingServer()
        let pinned = try Data(contentsOf: file("pinned.json"))
        try FileManager.default.removeItem(at: file("pinned.json"))
        // A folder in the file's place cannot be read even by root.
        try FileManager.default.createDirectory(at: file("pinned.json"), withIntermediateDirectories: true)
        if let manifest { try Data(manifest.utf8).write(to: file("manifest.json")) }
        let client = try directory.client(server)
        #expect(await client.text("a") == (manifest == nil ? "A6" : nil))
        for release in [4, 7] {
            server.serve(release, ["a": "A\(release)"])
            await #expect {
                try await client.update()
            } throws: { error in
                if case ClientError.cannotKeep = error { true } else { false }
            }
        }
        // The file can be read again.
        try FileManager.default.removeItem(at: file("pinned.json"))
        try pinned.write(to: file("pinned.json"))
        server.serve(5, ["a": "A5"])
        await #expect(throws: ClientError.olderRelease(5, than: 6)) { try await client.update() }
        server.serve(7, ["a": "A7"])
        try await client.update()
        #expect(await client.text("a") == "A7")
    }

    @Test func `a release is pinned before its documents have been fetched`() async throws {
        let server = try #require(SignedServer(5, ["a": "A5"]))
        let client = try directory.client(server)
        try await client.update()
        server.serve(7, ["a": "A7"])
        server.lose("A7", SignedServer.Answer(status: 404))
        await #expect(throws: ClientError.status(404)) { try await client.update() }
        server.serve(5, ["a": "A5"])
        for client in [client, try directory.client(server)] {
            // The client does not ask for release 5 by its entity tag, or the answer would be 304.
            await #expect(throws: ClientError.olderRelease(5, than: 7)) { try await client.update() }
            #expect(await client.text("a") == "A5")
        }
    }

    @Test func `an app that knows only keys of a new installation accepts its lower release numbers`() async throws {
        let server = try #require(SignedServer(6, ["a": "A6"]))
        try await directory.client(server).update()
        let new = try #require(SignedServer(2, ["a": "A2"], seed: 2))
        let client = try directory.client(new)
        #expect(await client.text("a") == "A6")
        #expect(try await client.update() == ["a"])
        #expect(await client.text("a") == "A2")
        new.serve(1, ["a": "A1"])
        for client in [client, try directory.client(new)] {
            await #expect(throws: ClientError.olderRelease(1, than: 2)) { try await client.update() }
            #expect(await client.text("a") == "A2")
        }
    }

    @Test func `the pinned release is kept while a key is replaced, even without a new release`() async throws {
        let server = try #require(SignedServer(6, ["a": "A6"]))
        try await directory.client(server).update()
        let next = try #require(SignedServer(4, ["a": "A4"], seed: 2))
        try await directory.client(server, keys: [server.publicKey, next.publicKey]).update()
        let client = try directory.client(next)
        await #expect(throws: ClientError.olderRelease(4, than: 6)) { try await client.update() }
        #expect(await client.text("a") == "A6")
    }
}

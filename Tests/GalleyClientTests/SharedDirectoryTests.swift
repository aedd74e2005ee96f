import GalleyClient
import Testing

@Suite("Several clients in one directory") struct SharedDirectoryTests {
    let directory = AppDirectory()

    @Test func `a client does not bring back a release that is older than what another client has stored`() async throws
    {
        let server = try #require(SignedServer(5, ["a": "A5", "b": "B5"]))
        let app = try directory.client(server)
        try await app.update()
        let other = try directory.client(server)
        server.serve(7, ["b": "B7"])
        #expect(try await other.update() == ["a", "b"])
        // A node that is behind answers the app.
        server.serve(6, ["a": "A6", "b": "B6"])
        await #expect(throws: ClientError.olderRelease(6, than: 7)) { try await app.update() }
        for client in [app, other, try directory.client(server)] {
            #expect(await client.release == 7)
            #expect(await client.text("a") == nil)
            #expect(await client.text("b") == "B7")
        }
        // The app learns what has changed from its next update.
        server.serve(7, ["b": "B7"])
        #expect(try await app.update() == ["a", "b"])
    }

    @Test func `a client shows a newer release that another client stored in place of the older contents`() async throws
    {
        try directory.bundle(["a": "A0"])
        let server = try #require(SignedServer(5, ["a": "A5"]))
        let app = try directory.client(server)
        try await app.update()
        server.serve(7, ["a": "A7"])
        try await directory.client(server).update()
        #expect(await app.text("a") == "A7")
        #expect(await app.release == 7)
    }

    @Test(arguments: [nil, "A6"])
    func `a release that another client stores during an update is not replaced by an older one`(
        _ document: String?
    ) async throws {
        let server = try #require(SignedServer(5, ["a": "A5"]))
        let app = try directory.client(server)
        try await app.update()
        let other = try directory.client(server)
        server.serve(6, ["a": "A6"])
        server.duringAnswer(for: document) {
            server.serve(7, ["a": "A7", "b": "A6"])
            try await other.update()
        }
        #expect(try await app.update() == ["a", "b"])
        #expect(await app.release == 7)
        #expect(try await directory.client(server).text("a") == "A7")
    }

    @Test func `many updates at once end with the newest release and all its documents`() async throws {
        let server = try #require(SignedServer(1, ["a": "A1", "b": "B"]))
        let clients = try (0..<8).map { _ in try directory.client(server) }
        for release in 2...10 {
            server.serve(release, ["a": "A\(release)", "b": "B"])
            await withTaskGroup { group in
                for client in clients { group.addTask { _ = try? await client.update() } }
            }
            let next = try directory.client(server)
            #expect(await next.release == release)
            #expect(await next.text("a") == "A\(release)")
            #expect(await next.text("b") == "B")
        }
    }
}

import GalleyClient
import Testing

@Suite("Contents that a cache answers wrongly") struct ContentRequestTests {
    @Test(arguments: [SignedServer.Answer(status: 200, body: "other bytes"), SignedServer.Answer(status: 404)])
    func `a content is fetched past the caches if a cache answers with other bytes or 404`(
        _ cached: SignedServer.Answer
    ) async throws {
        let directory = AppDirectory()
        let server = try #require(SignedServer(5, ["a": "A5", "b": "B5"]))
        let client = try directory.client(server)
        try await client.update()
        server.serve(6, ["a": "A5", "b": "B6"])
        server.cache(cached, for: "B6")
        _ = server.requests()
        #expect(try await client.update() == ["b"])
        #expect(server.requests() == ["manifest", "B6", "B6 no-cache"])
        #expect(await client.text("b") == "B6")
    }

    @Test(arguments: [
        (SignedServer.Answer(status: 200, body: "other bytes"), ClientError.wrongDigest),
        (SignedServer.Answer(status: 404), ClientError.status(404)),
    ])
    func `if the server lacks a content, the other contents are fetched, and the update begins again once`(
        _ lost: SignedServer.Answer, _ error: ClientError
    ) async throws {
        let directory = AppDirectory()
        let server = try #require(SignedServer(5, ["a": "A5", "b": "B5"]))
        let client = try directory.client(server)
        try await client.update()
        server.serve(6, ["a": "A6", "b": "B6"])
        server.lose("B6", lost)
        _ = server.requests()
        await #expect(throws: error) { try await client.update() }
        let attempt = ["B6", "B6 no-cache"]
        let requests = server.requests()
        #expect(requests.filter { $0 != "A6" } == ["manifest"] + attempt + ["manifest no-cache"] + attempt)
        #expect(requests.filter { $0 == "A6" }.count == 1)
        #expect(await client.text("a") == "A5")
        #expect(await client.text("b") == "B5")

        server.lose("B6", nil)
        #expect(try await client.update() == ["a", "b"])
        #expect(server.requests() == ["manifest", "B6"])
    }
}

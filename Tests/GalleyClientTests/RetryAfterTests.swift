import GalleyClient
import Testing

@Suite("Retry-After") struct RetryAfterTests {
    @Test(arguments: [
        ("7", Duration.seconds(7)), ("0", .zero), ("-1", nil), ("", nil), ("Wed, 21 Oct 2026 07:28:00 GMT", nil),
        ("99999999999999999999", nil), (nil, nil),
    ])
    func `an error has the time after which the app may ask again`(_ field: String?, _ time: Duration?) async throws {
        let directory = AppDirectory()
        let server = try #require(SignedServer(5, ["a": "A5"]))
        let busy = SignedServer.Answer(status: 503, fields: field.map { ["Retry-After": $0] } ?? [:])
        let client = try directory.client(server)
        server.fail(busy)
        await #expect(throws: ClientError.status(503, retryAfter: time)) { try await client.update() }
        server.fail(nil)
        server.lose("A5", busy)
        await #expect(throws: ClientError.status(503, retryAfter: time)) { try await client.update() }
    }
}

import Foundation
import HTTPTypes
import MicroHTTP
import Synchronization
import TestSupport
import Testing

/// A listener with a few routes on a free port; stops when it is released.
final class TestListener: Sendable {
    let port: Int
    let seen = SeenTargets()
    private let listener: Listener

    init(_ change: (inout ListenerConfiguration) -> Void = { _ in }) throws {
        port = FreePort.find()
        var configuration = ListenerConfiguration(port: port)
        change(&configuration)
        let seen = seen
        var router = Router()
        router.on(.get, "/a") { request in
            seen.add(request)
            return .text("a")
        }
        router.on(.post, "/a", bodyLimit: 1000) { request in
            seen.add(request)
            return .text("\(request.body.count)")
        }
        router.on(.post, "/large", bodyLimit: 1_000_000) { .text("\($0.body.count)") }
        router.on(.post, "/members", bodyLimit: 1_000_000, admitting: { $0.cookies["member"] == nil ? 0 : $1 }) {
            Response(status: $0.body.isEmpty ? .unauthorized : .ok)
        }
        router.on(.get, "/client") { .text($0.remoteAddress) }
        router.on(.get, "/host") { .text($0.headers[.constant("Host")] ?? "-") }
        router.on(.get, "/echo/:name") { request in
            seen.add(request)
            return .text("\(request.parameters["name"] ?? "-") \(request.query["q"] ?? "-")")
        }
        router.on(.get, "/stream") { _ in
            let pieces = Mutex(["one", String(repeating: "2", count: 10_000), "three"])
            let stream = BodyStream {
                pieces.withLock { $0.isEmpty ? nil : Array($0.removeFirst().utf8) }
            }
            return .stream(stream, headers: [.contentType: "text/event-stream"])
        }
        router.on(.get, "/paused") { _ in
            let pieces = Mutex(["one", "two", "three"])
            let stream = BodyStream {
                Thread.sleep(forTimeInterval: 0.3)
                return pieces.withLock { $0.isEmpty ? nil : Array($0.removeFirst().utf8) }
            }
            return .stream(stream, headers: [.contentType: "text/event-stream"])
        }
        router.on(.get, "/pieces") { _ in
            let left = Mutex(32)
            let stream = BodyStream {
                let isLeft = left.withLock { left in
                    left -= 1
                    return left >= 0
                }
                return isLeft ? [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20) : nil
            }
            return .stream(stream, headers: [.contentType: "text/plain"])
        }
        router.on(.get, "/huge") { _ in Response(body: [UInt8](repeating: UInt8(ascii: "a"), count: 32 << 20)) }
        router.on(.get, "/fails") { _ in throw CancellationError() }
        router.on(.get, "/SMUGGLED") { request in
            seen.add(request)
            return .text("smuggled")
        }
        listener = Listener(configuration: configuration, router: router)
        try listener.start()
    }

    deinit {
        listener.stop()
    }
}

/// The requests that handlers received.
final class SeenTargets: Sendable {
    private let seen = Mutex<[String]>([])
    func add(_ request: Request) { add(request.method.rawValue + " " + request.target) }
    func add(_ target: String) { seen.withLock { $0.append(target) } }
    var all: [String] { seen.withLock { $0 } }
}

@Suite struct ListenerTests {
    @Test func `a client that receives too slowly is disconnected, but not one whose stream has pauses`()
        throws
    {
        let server = try TestListener {
            $0.sendTimeout = .milliseconds(200)
            $0.sendRate = 100 << 20
        }
        for path in ["/huge", "/pieces"] {
            let slow = try RawClient(port: server.port)
            defer { slow.finish() }
            slow.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            let taken = slow.trickle(seconds: 1.5)
            let rest = slow.receive(seconds: 30)
            #expect(taken > 0 && rest.isClosed, "\(path)")
            #expect(taken + rest.bytes.count < 32 << 20, "\(path)")
        }

        let stream = try RawClient.get("/paused", port: server.port)
        #expect(stream.statuses == [200] && stream.text.contains("three"))
    }

    @Test func `a GET with a body gets 400 where GET exists, and 405 or 404 elsewhere`() throws {
        let server = try TestListener()
        for (path, status) in [("/a", 400), ("/large", 405), ("/nothing", 404)] {
            let bytes = "GET \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
            let answer = try RawClient.exchange(Array(bytes.utf8), port: server.port)
            #expect(answer.statuses == [status] && answer.isClosed, "\(path)")
        }
        #expect(server.seen.all.isEmpty)
    }

    @Test func `an answer has the header fields of its route, a request id and the security header fields`() throws {
        let server = try TestListener()
        let answer = try RawClient.get("/echo/caf%C3%A9?q=1%2B1+1", port: server.port)
        #expect(answer.statuses == [200])
        #expect(answer.body == "café 1+1+1")
        #expect(answer.field("X-Request-Id")?.count == 16)
        #expect(answer.field("X-Content-Type-Options") == "nosniff")
        #expect(answer.field("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
        #expect(answer.field("Content-Type") == "text/plain; charset=utf-8")
    }

    @Test func `a streamed body is sent in pieces, and nothing of it for HEAD`() throws {
        let server = try TestListener()
        let answer = try RawClient.get("/stream", port: server.port)
        #expect(answer.field("Transfer-Encoding") == "chunked" && answer.field("Content-Length") == nil)
        #expect(answer.field("X-Request-Id")?.count == 16)
        #expect(answer.body.hasPrefix("3\r\none\r\n") && answer.body.hasSuffix("5\r\nthree\r\n0\r\n\r\n"))
        #expect(answer.body.count { $0 == "2" } >= 10_000)
        let head = try RawClient.get("/stream", port: server.port, method: "HEAD")
        #expect(head.status == 200 && head.body == "")
        #expect(head.field("Content-Length") == nil && head.field("Transfer-Encoding") == nil && head.isClosed)
    }

    @Test func `a connection is kept for the next request`() throws {
        let server = try TestListener()
        let client = try RawClient(port: server.port)
        defer { client.finish() }
        for _ in 1...3 {
            client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = client.receive { $0.text.hasSuffix("\r\n\r\na") }
            #expect(answer.statuses == [200])
            #expect(!answer.isClosed)
        }
    }

    @Test func `pipelined requests are each answered`() throws {
        let server = try TestListener()
        let client = try RawClient(port: server.port)
        defer { client.finish() }
        client.send(String(repeating: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", count: 20))
        #expect(client.receive { $0.statuses.count == 20 && $0.text.hasSuffix("a") }.statuses.count == 20)
    }

    @Test func `HEAD is GET without the body`() throws {
        let server = try TestListener()
        let answer = try RawClient.get("/a", port: server.port, method: "HEAD")
        #expect(answer.statuses == [200])
        #expect(answer.field("Content-Length") == "1")
        #expect(answer.body.isEmpty)
    }

    @Test func `a body is read whole, declared or chunked, even if it arrives byte by byte`() throws {
        let server = try TestListener()
        let declared = "POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello"
        #expect(try RawClient.exchange(Array(declared.utf8), port: server.port).body == "5")
        let chunked =
            "POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"
        #expect(try RawClient.exchange(Array(chunked.utf8), port: server.port).body == "7")
        let client = try RawClient(port: server.port)
        defer { client.finish() }
        for byte in chunked.utf8 { client.send([byte]) }
        #expect(client.receive().body == "7")
    }

    @Test func `a request after a body, in the same packet and after empty lines, is a request of its own`() throws {
        let server = try TestListener()
        let client = try RawClient(port: server.port)
        defer { client.finish() }
        client.send(
            "\r\nPOST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello\r\nGET /echo/b?q=c HTTP/1.1\r\nHost: x\r\n\r\n"
        )
        let answer = client.receive { $0.text.hasSuffix("b c") }
        #expect(answer.statuses == [200, 200])
        #expect(server.seen.all == ["POST /a", "GET /echo/b?q=c"])
    }

    @Test func `a client that sends Expect is told to continue, or refused before it sends the body`() throws {
        let server = try TestListener()
        let client = try RawClient(port: server.port)
        defer { client.finish() }
        client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        #expect(client.receive { $0.text.hasSuffix("\r\n\r\n") }.statuses == [100])
        client.send("hello")
        #expect(client.receive { $0.text.hasSuffix("\r\n\r\n5") }.statuses == [200])
        let refused = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\nExpect: 100-continue\r\n\r\n"
        #expect(try RawClient.exchange(Array(refused.utf8), port: server.port).statuses == [413])
    }

    @Test func `a client that sends too large a body can read the refusal`() throws {
        let server = try TestListener()
        let body = String(repeating: "a", count: 5_000_000)
        let request = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let answer = try RawClient.exchange(Array(request.utf8), port: server.port)
        #expect(answer.statuses == [413])
        #expect(answer.isClosed)
    }

    @Test func `a refused body gets the answer that the program has for refusals, and the connection ends`() throws {
        let port = FreePort.find()
        var configuration = ListenerConfiguration(port: port)
        configuration.bodyLimit = 2_000
        configuration.bodyBudget = 1_500
        let listener = Listener(
            configuration: configuration, bodyLimit: { $0.path.hasPrefix("/small") ? 1_000 : 2_000 },
            refusalAnswer: { request, refusal in
                guard request.path != "/small-fails" else { throw CancellationError() }
                return .html("\(refusal) \(request.path) \(request.body.count)", status: refusal.status)
            }, respond: { _ in .text("read") })
        try listener.start()
        defer { listener.stop() }
        func post(_ path: String, _ count: Int, isChunked: Bool = false) throws -> RawClient.Answer {
            let body = String(repeating: "a", count: count)
            let rest =
                isChunked
                ? "Transfer-Encoding: chunked\r\n\r\n\(String(count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
                : "Content-Length: \(count)\r\n\r\n\(body)"
            return try RawClient.exchange(Array("POST \(path) HTTP/1.1\r\nHost: x\r\n\(rest)".utf8), port: port)
        }
        for isChunked in [false, true] {
            let large = try post("/small", 1_001, isChunked: isChunked)
            #expect(large.statuses == [413] && large.isClosed && large.body == "bodyTooLarge /small 0")
            #expect(large.field("Content-Type") == "text/html; charset=utf-8")
            #expect(large.field("X-Request-Id")?.count == 16)
        }
        #expect(try post("/a", 1_600).body == "overloaded /a 0")
        let failed = try post("/small-fails", 1_001)
        #expect(failed.statuses == [413] && failed.body.contains("/problems/body-too-large"))
        // This refusal does not wait for the body.
        let huge = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n"
        #expect(try RawClient.exchange(Array(huge.utf8), port: port).body == "bodyTooLarge /a 0")
    }

    @Test func `header fields up to the limit are read, sent at once or in small pieces`() throws {
        let server = try TestListener()
        let fields = (1...50).map { "X-Field-\($0): \(String(repeating: "v", count: 250))\r\n" }.joined()
        let request = "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(fields)\r\n"
        #expect(try RawClient.exchange(Array(request.utf8), port: server.port).statuses == [200])
        let client = try RawClient(port: server.port)
        defer { client.finish() }
        for start in stride(from: 0, to: request.utf8.count, by: 7) {
            client.send(Array(request.utf8.dropFirst(start).prefix(7)))
        }
        #expect(client.receive().statuses == [200])
    }

    @Test func `an error thrown by a handler becomes a 500 without details`() throws {
        let server = try TestListener()
        let answer = try RawClient.get("/fails", port: server.port)
        #expect(answer.statuses == [500])
        #expect(!answer.text.contains("Cancellation"))
    }

    @Test func `an unknown path is answered with 404`() throws {
        let server = try TestListener()
        #expect(try RawClient.get("/nothing", port: server.port).statuses == [404])
    }

    @Test func `port 0 and a port in use are refused with a reason`() throws {
        #expect(throws: ListenerError.portOutOfRange(0)) {
            try Listener(configuration: ListenerConfiguration(port: 0)) { _ in .text("") }.start()
        }
        let server = try TestListener()
        let second = Listener(configuration: ListenerConfiguration(port: server.port)) { _ in .text("") }
        #expect(throws: ListenerError.portInUse(host: "127.0.0.1", port: server.port)) { try second.start() }
    }

    @Test func `connections that never finish their header fields are closed while others are served`() throws {
        let server = try TestListener { configuration in
            configuration.headerTimeout = .milliseconds(400)
        }
        let slow = try RawClient(port: server.port)
        defer { slow.finish() }
        slow.send("GET /a HTTP/1.1\r\nHost: x\r\n")
        #expect(try RawClient.get("/a", port: server.port).statuses == [200])
        // An occasional byte would keep an inactivity timeout from firing.
        var answer = slow.receive(seconds: 0.05)
        for _ in 1...600 where !answer.isClosed {
            slow.send("X: y\r\n")
            answer = slow.receive(seconds: 0.05)
        }
        #expect(answer.isClosed)
        #expect(answer.statuses.isEmpty)
    }

    @Test func `a connection whose body never ends is closed`() throws {
        let server = try TestListener { $0.bodyTimeout = .milliseconds(300) }
        let answer = try RawClient.exchange(
            Array("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nab".utf8), port: server.port, seconds: 30)
        #expect(answer.isClosed)
        #expect(answer.statuses.isEmpty)
    }
}

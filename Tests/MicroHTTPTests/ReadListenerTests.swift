import Foundation
import HTTPTypes
import MicroHTTP
import Synchronization
import TestSupport
import Testing

/// A read listener that answers every target with one body, or a 304 for its entity tag; stops when it is released.
final class TestReadListener: Sendable {
    let port: Int
    let seen = SeenTargets()
    private let listener: ReadListener

    init(
        body: [UInt8] = Array("body".utf8), fields: HTTPFields = [:], traffic: Traffic = Traffic(),
        _ change: (inout ListenerConfiguration) -> Void = { _ in }
    ) throws {
        port = FreePort.find()
        var configuration = ListenerConfiguration.read(port: port)
        change(&configuration)
        var response = Response(headers: [.eTag: "\"tag\"", .contentType: "application/json"], body: body)
        response.headers.append(contentsOf: fields)
        let prepared = try #require(PreparedResponse(response))
        let seen = seen
        listener = ReadListener(configuration: configuration, threads: 2, traffic: traffic) {
            { request in
                seen.add(String(decoding: request.target, as: UTF8.self))
                let isKnown = EntityTag.matches(request.ifNoneMatch, Array("\"tag\"".utf8))
                return ReadAnswer(prepared, isNotModified: isKnown)
            }
        }
        try listener.start()
    }

    deinit {
        listener.stop()
    }
}

@Suite struct ReadListenerTests {
    @Test func `a prepared response is sent any number of times on one connection`() throws {
        let server = try TestReadListener()
        let client = try RawClient(port: server.port)
        defer { client.finish() }
        for _ in 1...5 {
            client.send("GET /v1/a?b=%2B HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = client.receive { $0.text.hasSuffix("\r\n\r\nbody") }
            #expect(answer.statuses == [200])
            #expect(answer.field("ETag") == "\"tag\"")
            #expect(!answer.isClosed)
        }
        #expect(server.seen.all == Array(repeating: "/v1/a?b=%2B", count: 5))
    }

    @Test func `pipelined requests are each answered`() throws {
        let server = try TestReadListener()
        let client = try RawClient(port: server.port)
        defer { client.finish() }
        client.send(String(repeating: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", count: 50))
        #expect(client.receive { $0.statuses.count == 50 && $0.text.hasSuffix("body") }.statuses.count == 50)
    }

    @Test func `a 304 states the length of the 200 and has no body, and the connection stays open`() throws {
        let server = try TestReadListener()
        let client = try RawClient(port: server.port)
        defer { client.finish() }
        client.send("GET /a HTTP/1.1\r\nHost: x\r\nIf-None-Match: W/\"tag\"\r\n\r\n")
        let first = client.receive { $0.text.hasSuffix("\r\n\r\n") }
        #expect(first.statuses == [304])
        #expect(first.field("Content-Length") == "4")
        #expect(first.field("ETag") == "\"tag\"")
        client.send("GET /a HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"other\"\r\n\r\n")
        #expect(client.receive { $0.text.hasSuffix("body") }.text.hasPrefix("HTTP/1.1 200"))
    }

    @Test func `several If-None-Match fields are one list`() throws {
        let server = try TestReadListener()
        func status(_ tags: String...) throws -> Int {
            try RawClient.get("/a", port: server.port, fields: tags.map { "If-None-Match: \($0)" }).status
        }
        #expect(try status("\"one\"", "\"tag\"") == 304 && status("\"one\"", "\"two\"", "W/\"tag\", \"x\"") == 304)
        #expect(try status("\"one\"", "\"two\"") == 200)
    }

    @Test func `HEAD is GET without the body`() throws {
        let server = try TestReadListener()
        let answer = try RawClient.get("/a", port: server.port, method: "HEAD")
        #expect(answer.statuses == [200])
        #expect(answer.field("Content-Length") == "4")
        #expect(answer.body.isEmpty)
    }

    @Test func `the answer to HEAD and a 304 state the size of a body that is not in memory`() throws {
        let port = FreePort.find()
        let fields: HTTPFields = [.eTag: "\"tag\"", .contentType: "application/json"]
        let head = try #require(PreparedResponse(headers: fields, bodySize: 3_400_000))
        let listener = ReadListener(configuration: .read(port: port), threads: 1) {
            { request in ReadAnswer(head, isNotModified: !request.isHead) }
        }
        try listener.start()
        defer { listener.stop() }
        let client = try RawClient(port: port)
        defer { client.finish() }
        for (method, status) in [("HEAD", 200), ("GET", 304), ("HEAD", 200)] {
            client.send("\(method) /a HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = client.receive { $0.text.hasSuffix("\r\n\r\n") }
            #expect(answer.statuses == [status] && !answer.isClosed)
            #expect(answer.field("Content-Length") == "3400000" && answer.field("ETag") == "\"tag\"")
        }
    }

    @Test func `300 connections at once are all answered`() throws {
        let server = try TestReadListener()
        let clients = try (1...300).map { _ in try RawClient(port: server.port) }
        defer { clients.forEach { $0.finish() } }
        for client in clients { client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n") }
        for client in clients { #expect(client.receive { $0.text.hasSuffix("body") }.statuses == [200]) }
    }

    @Test func `a large body arrives whole`() throws {
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try TestReadListener(body: body)
        let answer = try RawClient.get("/a", port: server.port)
        #expect(Array(answer.bytes.suffix(body.count)) == body)
    }

    @Test(arguments: MalformedRequest.everywhere + MalformedRequest.read)
    func `a malformed request is refused once, and the connection is closed`(_ request: MalformedRequest) throws {
        let server = try TestReadListener()
        let answer = try RawClient.exchange(request.bytes, port: server.port)
        #expect(answer.statuses == [request.status])
        #expect(answer.isClosed)
        #expect(answer.field("Connection")?.lowercased() == "close")
        #expect(server.seen.all.isEmpty)
        if request.status == 405 { #expect(answer.field("Allow") == "GET, HEAD, OPTIONS") }
    }

    @Test func `a CORS preflight request allows every field, and the connection stays open`() throws {
        let server = try TestReadListener()
        let client = try RawClient(port: server.port)
        defer { client.finish() }
        for _ in 1...2 {
            client.send(
                "OPTIONS /a HTTP/1.1\r\nHost: x\r\nOrigin: https://x.example\r\n"
                    + "Access-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: if-none-match\r\n\r\n")
            let answer = client.receive { $0.text.hasSuffix("\r\n\r\n") }
            #expect(answer.statuses == [204] && !answer.isClosed)
            #expect(answer.field("Access-Control-Allow-Origin") == "*")
            #expect(answer.field("Access-Control-Allow-Methods") == "GET, HEAD, OPTIONS")
            #expect(answer.field("Access-Control-Allow-Headers") == "*")
        }
        #expect(server.seen.all.isEmpty)
    }

    @Test func `answers are counted by status, with the bytes that were sent`() throws {
        let traffic = Traffic()
        let server = try TestReadListener(traffic: traffic)
        let client = try RawClient(port: server.port)
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(client.receive { $0.text.hasSuffix("body") }.statuses == [200])
        #expect(traffic.reading.openConnections == 1)
        client.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = client.receive { $0.text.hasSuffix("\r\n\r\n") }
        client.send("GET /a HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"tag\"\r\n\r\n")
        _ = client.receive { $0.text.hasSuffix("\r\n\r\n") }
        client.finish()
        try waitUntil("the connection is counted as closed") { traffic.reading.openConnections == 0 }
        #expect(traffic.reading.answers == [200: 2, 304: 1])
        #expect(traffic.reading.bodyBytes == 4 && traffic.reading.connections == 1)
    }

    @Test func `a request with 64 arguments, or with the header fields of a browser, is answered`() throws {
        let server = try TestReadListener()
        let arguments = (1...64).map { "a\($0)=1" }.joined(separator: "&")
        let fields = ["Accept: */*", "Accept-Language: ru, en;q=0.5", "Cookie: a=1; b=2", "Content-Length: 0"]
        #expect(try RawClient.get("/a?\(arguments)", port: server.port, fields: fields).statuses == [200])
        let long = (1...5).map { "X\($0): \(String(repeating: "v", count: 1000))" }
        #expect(try RawClient.get("/a", port: server.port, fields: long).statuses == [200])
    }

    @Test func `a request is answered with any number of cookies that its header fields have room for`() throws {
        let server = try TestReadListener()
        for (cookies, others) in [(10, 0), (100, 60), (200, 60), (700, 0)] {
            let value = (0..<cookies).map { "a\($0)=1" }.joined(separator: "; ")
            let fields = ["Cookie: \(value)"] + (0..<others).map { "X\($0): 1" }
            #expect(try RawClient.get("/a", port: server.port, fields: fields).statuses == [200], "\(cookies) cookies")
        }
    }

    @Test func `a target in absolute form is answered as its path and query`() throws {
        let server = try TestReadListener()
        for target in ["http://y/a?b=1", "HTTP://y:80/a", "http://y?b=1", "http://y"] {
            #expect(try RawClient.get(target, port: server.port).statuses == [200])
        }
        #expect(server.seen.all == ["/a?b=1", "/a", "/?b=1", "/"])
    }

    @Test func `every request gets an answer or 431, however many fields it has and however long they are`() throws {
        let server = try TestReadListener(fields: [.constant("X-Long"): String(repeating: "a", count: 3_500)])
        let target = "/a?" + String(repeating: "q", count: 100)
        for count in [1, 9, 20, 30, 40, 50, 60, 62, 63, 80] {
            for size in stride(from: 1_500, through: 7_500, by: 250) + [6_144, 6_145] {
                // The request line and the two fields that `get` adds take 160 bytes; these fields count too.
                let length = max(0, (size - 160) / count - 8)
                let fields = (0..<count).map { "X\($0 + 100): \(String(repeating: "v", count: length))" }
                let answer = try RawClient.get(target, port: server.port, fields: fields)
                #expect([200, 431].contains(answer.status), "\(count) fields, \(size) bytes")
                if count < 63, size <= 6_000 { #expect(answer.status == 200, "\(count) fields, \(size) bytes") }
            }
        }
    }

    @Test func `header fields that fill the memory of the connection are answered with 431`() throws {
        let traffic = Traffic()
        let server = try TestReadListener(traffic: traffic)
        for count in [1, 20, 60] {
            for size in stride(from: 6_500, through: 20_000, by: 500) {
                let fields = (0..<count).map { "X\($0 + 100): \(String(repeating: "v", count: size / count - 8))" }
                let answer = try RawClient.get("/a", port: server.port, fields: fields)
                #expect(answer.statuses == [431] && answer.isClosed, "\(count) fields, \(size) bytes")
            }
        }
        let long = "X: " + String(repeating: "v", count: 8_000)
        let answer = try RawClient.get("/a", port: server.port, fields: [long])
        #expect(answer.body.contains("/problems/headers-too-large") && answer.field("Connection") == "close")
        let head = try RawClient.get("/a", port: server.port, method: "HEAD", fields: [long])
        #expect(head.statuses == [431] && head.body.isEmpty && head.field("Content-Length") != nil)
        #expect(server.seen.all.isEmpty && traffic.reading.answers[431] ?? 0 >= 2)
    }

    @Test func `a connection that never finishes its header fields is closed`() throws {
        let server = try TestReadListener { $0.headerTimeout = .milliseconds(300) }
        let slow = try RawClient(port: server.port)
        defer { slow.finish() }
        slow.send("GET /a HTTP/1.1\r\nHost: x\r\n")
        #expect(try RawClient.get("/a", port: server.port).statuses == [200])
        let answer = slow.receive(seconds: 30)
        #expect(answer.isClosed)
        #expect(answer.statuses.isEmpty)
    }

    @Test func `an idle connection is closed after its time limit`() throws {
        let server = try TestReadListener { $0.idleTimeout = .milliseconds(300) }
        let client = try RawClient(port: server.port)
        defer { client.finish() }
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = client.receive(seconds: 30)
        #expect(answer.statuses == [200])
        #expect(answer.isClosed)
    }

    @Test func `a client that closes its sending side with its requests gets every answer, and the connection ends`()
        throws
    {
        let server = try TestReadListener { $0.idleTimeout = .seconds(600) }
        for count in [1, 3] {
            let client = try RawClient(port: server.port)
            defer { client.finish() }
            client.sendLast(String(repeating: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", count: count))
            let answer = client.receive(seconds: 60)
            #expect(answer.statuses == Array(repeating: 200, count: count) && answer.isClosed)
        }
    }

    @Test func `a client that receives an answer too slowly is disconnected`() throws {
        // More than the kernel buffers for a client that does not read.
        let body = [UInt8](repeating: UInt8(ascii: "a"), count: 32 << 20)
        let server = try TestReadListener(body: body) {
            $0.sendTimeout = .milliseconds(200)
            $0.sendRate = 100 << 20
        }
        let slow = try RawClient(port: server.port)
        defer { slow.finish() }
        slow.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        let taken = slow.trickle(seconds: 1.5)
        let rest = slow.receive(seconds: 30)
        #expect(taken > 0 && rest.isClosed)
        #expect(taken + rest.bytes.count < body.count)
    }

    @Test func `the time limit of an answer ends with the answer`() throws {
        let server = try TestReadListener { $0.sendTimeout = .milliseconds(100) }
        let client = try RawClient(port: server.port)
        defer { client.finish() }
        for _ in 1...2 {
            client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(client.receive { $0.text.hasSuffix("\r\n\r\nbody") }.statuses == [200])
            Thread.sleep(forTimeInterval: 0.6)
        }
    }

    @Test func `a port in use is refused, although the threads of a read listener share a port`() throws {
        let server = try TestReadListener()
        let second = ReadListener(configuration: .read(port: server.port), threads: 2) {
            { _ in fatalError("never asked") }
        }
        #expect(throws: ListenerError.portInUse(host: "127.0.0.1", port: server.port)) { try second.start() }
        #expect(throws: ListenerError.portOutOfRange(0)) {
            try ReadListener(configuration: .read(port: 0), threads: 1) { { _ in fatalError("never asked") } }.start()
        }
    }
}

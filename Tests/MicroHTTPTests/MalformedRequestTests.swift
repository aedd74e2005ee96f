import Foundation
import MicroHTTP
import TestSupport
import Testing

/// A malformed request in bytes, and the status of its refusal.
struct MalformedRequest: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: [UInt8]
    var status: Int

    init(_ description: String, _ text: String, _ status: Int = 400) {
        testDescription = description
        bytes = Array(text.utf8)
        self.status = status
    }

    private static let host = "Host: x\r\n"
    private static let smuggled = "GET /SMUGGLED HTTP/1.1\r\nHost: x\r\n\r\n"

    private static func post(_ fields: String, _ body: String, version: String = "1.1") -> String {
        "POST /a HTTP/\(version)\r\n\(host)\(fields)\r\n\(body)\(smuggled)"
    }

    private static func get(_ fields: String, target: String = "/a", method: String = "GET") -> String {
        "\(method) \(target) HTTP/1.1\r\n\(host)\(fields)\r\n"
    }

    private static func request(host: String) -> String { "GET /a HTTP/1.1\r\nHost: \(host)\r\n\r\n" }

    /// Requests that every listener refuses.
    static let everywhere: [MalformedRequest] = [
        .init("length and chunked", post("Content-Length: 40\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
        .init("chunked and length", post("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "0\r\n\r\n")),
        .init("two lengths that differ", post("Content-Length: 0\r\nContent-Length: 36\r\n", "")),
        .init("two lengths that agree", post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc")),
        .init("a list of lengths", post("Content-Length: 3,3\r\n", "abc")),
        .init("a length with a sign", post("Content-Length: +3\r\n", "abc")),
        .init("a negative length", post("Content-Length: -1\r\n", "abc")),
        .init("a hexadecimal length", post("Content-Length: 0x3\r\n", "abc")),
        .init("a length with a space inside", post("Content-Length: 3 3\r\n", "abc")),
        .init("an empty length", post("Content-Length: \r\n", "")),
        .init("another transfer coding", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")),
        .init("chunked, then identity", post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n")),
        .init("gzip, then chunked", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")),
        .init("identity with a length", post("Transfer-Encoding: identity\r\nContent-Length: 3\r\n", "abc")),
        .init(
            "two transfer codings", post("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
        .init("a vertical tab before chunked", post("Transfer-Encoding:\u{0B}chunked\r\n", "0\r\n\r\n")),
        .init("chunked in HTTP/1.0", post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n", version: "1.0")),
        .init("a space before the colon", post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n")),
        .init("a space before the colon of another field", get("X-A : 1\r\n")),
        .init("no host", "GET /a HTTP/1.1\r\n\r\n"),
        .init("two hosts", get("Host: y\r\n")),
        .init("a host with a space", request(host: "a b")),
        .init("a host with a path", request(host: "a/b")),
        .init("a host with a user name", request(host: "me@x")),
        .init("a host with a scheme", request(host: "http://x")),
        .init("a list of hosts", request(host: "x, y/@@")),
        .init("a host with an open bracket", request(host: "[::1")),
        .init("a host with a zone", request(host: "[fe80::1%25eth0]")),
        .init("a host with a port that is too large", request(host: "x:65536")),
        .init("a host with a port that is not a number", request(host: "x:80a")),
        .init("a port without a host", request(host: ":80")),
        .init("a host beyond ASCII", request(host: "é")),
        .init("a host with a malformed escape", request(host: "x%2")),
        .init("an invalid host beside a target with a host", "GET http://x/a HTTP/1.1\r\nHost: x/y\r\n\r\n"),
        .init("an invalid host in HTTP/1.0", "GET /a HTTP/1.0\r\nHost: x/y\r\n\r\n"),
        .init("a NUL in a value", get("X-A: a\0b\r\n")),
        .init("a NUL in the last value, before its end", get("X-B: b\r\nX-A: a\0\r\n")),
        .init("a NUL in a name", get("X\0A: a\r\n")),
        .init("a NUL after the name", get("X-A\0: a\r\n")),
        .init("a NUL in the target", get("", target: "/a\0b")),
        .init("an encoded NUL in the target", get("", target: "/a%00")),
        .init("a malformed escape in the path", get("", target: "/a%zz")),
        .init("a folded field", get("X-A: 1\r\n Transfer-Encoding: chunked\r\n")),
        .init("a fold before the first field", "GET /a HTTP/1.1\r\n X: y\r\nHost: x\r\n\r\n"),
        .init("a field without a colon", get("Foo\r\n")),
        .init("a lone line feed", get("X-A: 1\nX-B: 2\r\n")),
        .init("lone line feeds only", "GET /a HTTP/1.1\nHost: x\n\n"),
        .init("a lone carriage return", get("X-A: a\rX-B: b\r\n")),
        .init("a space in the target", get("", target: "/a b")),
        .init("two spaces before the target", "GET  /a HTTP/1.1\r\nHost: x\r\n\r\n"),
        .init("a target with another scheme", get("", target: "ftp://x/a")),
        .init("a target with a scheme and no host", get("", target: "http:///a")),
        .init("a target with a user name", get("", target: "http://me@x/a")),
        .init("a target with an open bracket", get("", target: "http://[::1/a")),
        .init("a target with brackets around a name", get("", target: "http://[x]/a")),
        .init("a target with an IPv4 address in brackets", get("", target: "http://[127.0.0.1]/a")),
        .init("a target with an address of a later version", get("", target: "http://[v1.x]/a")),
        .init("a target with text after the brackets", get("", target: "http://[::1]x/a")),
        .init("a target with a port and no host", get("", target: "http://:80/a")),
        .init("a target with two ports", get("", target: "http://x:80:80/a")),
        .init("a target with a port that is not a number", get("", target: "http://x:8a/a")),
        .init("a target with a port that is too large", get("", target: "http://x:65536/a")),
        .init("a target with a space in the host", get("", target: "http://x y/a")),
        .init("a target with a malformed escape in the host", get("", target: "http://x%zz/a")),
        .init("a target with a backslash in the host", get("", target: "http://x\\y/a")),
        .init("65 arguments", get("", target: "/a?" + (1...65).map { "a\($0)=1" }.joined(separator: "&"))),
        .init("500 arguments", get("", target: "/a?" + (1...500).map { "a\($0)" }.joined(separator: "&"))),
        .init("a body on GET", get("Content-Length: 36\r\n") + smuggled),
        .init("an unknown expectation", get("Expect: 200-ok\r\n"), 417),
        .init("HTTP/2.0 in the request line", "GET /a HTTP/2.0\r\nHost: x\r\n\r\n", 505),
        .init("HTTP/1.2", "GET /a HTTP/1.2\r\nHost: x\r\n\r\n", 505),
        .init("HTTP/1.9", "GET /a HTTP/1.9\r\nHost: x\r\n\r\n", 505),
        .init("HTTP/3.0", "GET /a HTTP/3.0\r\nHost: x\r\n\r\n", 505),
        .init("70,000 bytes of target", get("", target: "/" + String(repeating: "a", count: 70_000)), 414),
        .init("70,000 bytes in one field", get("X: " + String(repeating: "a", count: 70_000) + "\r\n"), 431),
        .init("2,000 fields", get((1...2000).map { "X\($0): 1\r\n" }.joined()), 431),
        .init("65 fields", get((1...65).map { "X\($0): 1\r\n" }.joined()), 431),
        .init("TRACE", get("", method: "TRACE"), 405),
        .init("CONNECT", get("", target: "x:80", method: "CONNECT"), 405),
        .init("a method in lower case", get("", method: "get"), 405),
        .init("an unknown method", get("", method: "BREW"), 405),
    ]

    /// Requests that the console's listener or its routes refuse.
    static let console: [MalformedRequest] = [
        .init("8,200 bytes of target", get("", target: "/a?" + String(repeating: "a", count: 8_200)), 414),
        .init(
            "17,000 bytes of fields",
            get((1...17).map { "X\($0): \(String(repeating: "a", count: 1000))\r\n" }.joined()), 431),
        .init(
            "a body over the limit, declared", post("Content-Length: 1001\r\n", String(repeating: "a", count: 1001)),
            413),
        .init("a huge body, declared", post("Content-Length: 99999999999999999999\r\n", ""), 413),
        .init(
            "a body over the limit, chunked",
            post("Transfer-Encoding: chunked\r\n", "3e9\r\n" + String(repeating: "a", count: 1001) + "\r\n0\r\n\r\n"),
            413),
        .init("a chunk size that is not a number", post("Transfer-Encoding: chunked\r\n", "0x3\r\nabc\r\n0\r\n\r\n")),
        .init("a negative chunk size", post("Transfer-Encoding: chunked\r\n", "-3\r\nabc\r\n0\r\n\r\n")),
        .init(
            "40,000 bytes of chunk extension",
            post(
                "Transfer-Encoding: chunked\r\n",
                "3;a=" + String(repeating: "a", count: 40_000) + "\r\nabc\r\n0\r\n\r\n")),
        .init(
            "40,000 zeros before a chunk size",
            post(
                "Transfer-Encoding: chunked\r\n",
                String(repeating: "0", count: 40_000) + "3\r\nabc\r\n0\r\n\r\n")),
        .init("a chunk longer than its size", post("Transfer-Encoding: chunked\r\n", "3\r\nabcXX0\r\n\r\n")),
        .init("a body for a method the route lacks", "PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", 405),
        .init("a method the route lacks", get("", method: "DELETE"), 405),
    ]

    /// Requests that the read listener refuses.
    static let read: [MalformedRequest] = [
        .init("a body on POST", post("Content-Length: 3\r\n", "abc"), 405),
        .init(
            "a chunked body on PUT", "PUT /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 405),
        .init("a chunked body on GET", get("Transfer-Encoding: chunked\r\n") + "3\r\nabc\r\n0\r\n\r\n"),
        .init("a huge length", post("Content-Length: 99999999999999999999\r\n", "")),
        .init("POST without a body", get("", method: "POST"), 405),
        .init("OPTIONS with a body", "OPTIONS /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"),
        .init("5,000 bytes of target", get("", target: "/" + String(repeating: "a", count: 5000)), 414),
        .init("6,500 bytes of fields", get("X: " + String(repeating: "a", count: 6500) + "\r\n"), 431),
    ]
}

@Suite struct MalformedRequestTests {
    @Test(arguments: MalformedRequest.everywhere + MalformedRequest.console)
    func `a malformed request is refused once, and the connection is closed`(_ request: MalformedRequest) throws {
        let server = try TestListener()
        let answer = try RawClient.exchange(request.bytes, port: server.port)
        #expect(answer.statuses == [request.status])
        #expect(answer.isClosed)
        #expect(answer.field("Connection")?.lowercased() == "close")
        #expect(!server.seen.all.contains { $0.contains("SMUGGLED") })
        if request.status == 405 { #expect(answer.field("Allow")?.contains("GET, HEAD") == true) }
    }

    @Test func `refusals that replace an answer of libmicrohttpd have the header fields of their listener`() throws {
        let server = try TestListener { $0.defaultFields = SecurityFields.read }
        // libmicrohttpd refuses the lengths itself; Galley refuses the host.
        for field in ["Content-Length: -1", "Content-Length: 99999999999999999999", "Host: a b"] {
            let host = field.hasPrefix("Host") ? "" : "Host: x\r\n"
            let request = "POST /a HTTP/1.1\r\n\(host)\(field)\r\n\r\n"
            let answer = try RawClient.exchange(Array(request.utf8), port: server.port)
            #expect(answer.field("Access-Control-Allow-Origin") == "*", "\(field)")
            #expect(answer.field("Cross-Origin-Resource-Policy") == "cross-origin", "\(field)")
        }
    }

    @Test func `well-formed requests that look like malformed ones are served`() throws {
        let server = try TestListener()
        let arguments = (1...64).map { "a\($0)=1" }.joined(separator: "&")
        #expect(try RawClient.get("/a?\(arguments)", port: server.port).statuses == [200])
        #expect(try RawClient.get("/a?", port: server.port).statuses == [200])
        #expect(
            try RawClient.get("/a", port: server.port, fields: ["X-Empty:", "X-Tab:\t1\t ", "X-é: 1"]).statuses == [400]
        )
        #expect(
            try RawClient.get("/a", port: server.port, fields: ["X-Empty:", "X-Tab:\t1\t ", "X-Name: é"]).statuses == [
                200
            ])
        #expect(try RawClient.exchange(Array("GET /a HTTP/1.0\r\n\r\n".utf8), port: server.port).text.hasSuffix("a"))
        #expect(try RawClient.get("http://y:80/echo/%61?q=1", port: server.port).body == "a 1")
        #expect(try RawClient.get("HTTP://y/host", port: server.port).body == "y")
        #expect(try RawClient.get("/host", port: server.port).body == "x")
        #expect(try RawClient.get("http://y", port: server.port).statuses == [404])
        for authority in ["[::1]", "[::1]:80", "127.0.0.1:65535", "y:", "a_b.example", "x%C3%A9", "a,b;c"] {
            #expect(try RawClient.get("http://\(authority)/host", port: server.port).body == authority)
            let request = "GET /host HTTP/1.1\r\nHost: \t\(authority) \r\nConnection: close\r\n\r\n"
            #expect(try RawClient.exchange(Array(request.utf8), port: server.port).body == authority)
        }
        let hostless = Array("GET /a HTTP/1.0\r\nHost:\r\n\r\n".utf8)
        #expect(try RawClient.exchange(hostless, port: server.port).statuses == [200])
        #expect(
            try RawClient.get("/a", port: server.port, fields: ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAR"]).statuses
                == [200])
    }
}

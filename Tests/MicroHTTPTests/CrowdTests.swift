import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import MicroHTTP

@Suite("Many clients at once") struct CrowdTests {
    private static func post(_ path: String, length: Int, fields: [String] = []) -> String {
        (["POST \(path) HTTP/1.1", "Host: x", "Connection: close", "Content-Length: \(length)"] + fields)
            .joined(separator: "\r\n") + "\r\n\r\n"
    }

    @Test func `a body from an unknown sender is refused without waiting for it`() throws {
        let server = try TestListener { $0.bodyTimeout = .seconds(600) }
        let stranger = try RawClient(port: server.port)
        defer { stranger.finish() }
        stranger.send(Self.post("/members", length: 1_000_000))
        let answer = stranger.receive(seconds: 30)
        #expect(answer.statuses == [401])
        #expect(answer.isClosed)

        let member = try RawClient(port: server.port)
        defer { member.finish() }
        member.send(Self.post("/members", length: 5, fields: ["Cookie: member=1"]) + "hello")
        #expect(member.receive(seconds: 30).statuses == [200])
    }

    /// Returns the answers to two concurrent bodies, the second sent while the first still lacks its last byte.
    private static func twoBodies(_ server: TestListener) throws -> (first: RawClient.Answer, second: RawClient.Answer)
    {
        let body = String(repeating: "a", count: 60_000)
        let first = try RawClient(port: server.port)
        defer { first.finish() }
        first.send(post("/large", length: 60_001) + body)
        let second = try RawClient(port: server.port)
        defer { second.finish() }
        second.send(post("/large", length: 60_000) + body)
        let refused = second.receive(seconds: 30)
        first.send("a")
        return (first.receive(seconds: 30), refused)
    }

    @Test func `bodies share a budget; a body beyond it gets 503`() throws {
        let server = try TestListener { $0.bodyBudget = 100_000 }
        // Either of the two bodies may be refused, so the test repeats until the second one is.
        var answers = try Self.twoBodies(server)
        for _ in 1...200 where answers.first.status != 200 || answers.second.status != 503 {
            answers = try Self.twoBodies(server)
        }
        #expect(answers.first.body == "60001")
        #expect(answers.second.status == 503)
        #expect(answers.second.field("Retry-After")?.count == 1)

        // The budget gets its bytes back, also those of refused bodies.
        let third = try RawClient(port: server.port)
        defer { third.finish() }
        third.send(Self.post("/large", length: 100_000) + String(repeating: "b", count: 100_000))
        var last = third.receive(seconds: 30)
        for _ in 1...1_000 where last.status == 503 {
            last = try RawClient.exchange(
                Array((Self.post("/large", length: 100_000) + String(repeating: "b", count: 100_000)).utf8),
                port: server.port)
        }
        #expect(last.body == "100000")
    }

    @Test func `bodies that stop arriving make room for others`() throws {
        let server = try TestListener {
            $0.bodyBudget = 100_000
            $0.bodyGrace = .zero
        }
        let stalled = try (1...3).map { _ in try RawClient(port: server.port) }
        defer { stalled.forEach { $0.finish() } }
        for client in stalled {
            client.send(Self.post("/large", length: 30_001) + String(repeating: "a", count: 30_000))
        }
        // In this time, each of the clients would have to send more than 64 KiB to be fast enough.
        Thread.sleep(forTimeInterval: 0.5)
        let whole = Self.post("/large", length: 60_000) + String(repeating: "b", count: 60_000)
        #expect(try RawClient.exchange(Array(whole.utf8), port: server.port).body == "60000")

        // Only as many connections were closed as were needed.
        let answers = stalled.map { client in
            client.send("a")
            return client.receive(seconds: 30)
        }
        #expect(answers.filter(\.statuses.isEmpty).count == 2)
        #expect(answers.filter { $0.body == "30001" }.count == 1)
    }

    @Test func `a client that leaves in the middle of a body returns its share of the budget`() throws {
        let server = try TestListener { $0.bodyBudget = 100_000 }
        for _ in 1...5 {
            let leaving = try RawClient(port: server.port)
            leaving.send(Self.post("/large", length: 90_001) + String(repeating: "a", count: 90_000))
            leaving.finish()
        }
        var answer = RawClient.Answer()
        for _ in 1...1_000 where answer.status != 200 {
            let client = try RawClient(port: server.port)
            client.send(Self.post("/large", length: 90_000) + String(repeating: "a", count: 90_000))
            answer = client.receive(seconds: 30)
            client.finish()
        }
        #expect(answer.body == "90000")
    }

    @Test func `the connections of an address are limited, and other addresses are served meanwhile`() throws {
        let server = try TestListener {
            $0.addressConnectionLimit = 3
            $0.unlimitedAddresses = ["127.0.0.1"].compactMap(AddressBlock.init)
        }
        func ask(from source: Int) throws -> (client: RawClient, answer: RawClient.Answer) {
            let client = try RawClient(port: server.port, from: source)
            client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            return (client, client.receive(seconds: 30) { $0.text.hasSuffix("\r\n\r\na") })
        }
        var open = try (1...3).map { _ in try ask(from: 2) }
        defer { open.forEach { $0.client.finish() } }
        #expect(open.allSatisfy { $0.answer.statuses == [200] })
        let fourth = try ask(from: 2)
        fourth.client.finish()
        #expect(fourth.answer.isClosed)
        #expect(fourth.answer.statuses.isEmpty)
        for source in [1, 1, 1, 1, 3] { open.append(try ask(from: source)) }
        #expect(open.dropFirst(3).allSatisfy { $0.answer.statuses == [200] })

        // A connection that ends makes room for another one.
        open.removeFirst().client.finish()
        var again = try ask(from: 2)
        for _ in 1...1_000 where again.answer.statuses.isEmpty {
            again.client.finish()
            again = try ask(from: 2)
        }
        open.append(again)
        #expect(again.answer.statuses == [200])
    }

    @Test func `idle connections do not keep others from being served`() throws {
        let server = try TestListener {
            $0.connectionLimit = 64
            $0.headerTimeout = .seconds(600)
        }
        let silent = try (1...200).map { _ in try RawClient(port: server.port) }
        defer { silent.forEach { $0.finish() } }
        for client in silent.prefix(100) { client.send("GET /a HTTP/1.1\r\nX: ") }
        // An attempt may fail while threads still end; if idle connections kept their room, every attempt would fail.
        try waitUntil("a request is answered") { try RawClient.get("/a", port: server.port).statuses == [200] }
    }
}

@Suite("Many slow bodies at once") struct SlowBodyTests {
    @Test func `bodies that do not arrive do not keep others from being served`() throws {
        let server = try TestListener {
            $0.connectionLimit = 64
            $0.headerTimeout = .seconds(600)
            $0.bodyTimeout = .seconds(600)
        }
        let slow = try (1...200).map { _ in try RawClient(port: server.port) }
        defer { slow.forEach { $0.finish() } }
        for client in slow { client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\na") }
        // An attempt may fail while threads still end; if slow requests kept their room, every attempt would fail.
        try waitUntil("a request is answered") { try RawClient.get("/a", port: server.port).statuses == [200] }
        let poster = try RawClient(port: server.port)
        defer { poster.finish() }
        poster.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n0123456789")
        #expect(poster.receive(seconds: 30) { $0.text.hasSuffix("\r\n\r\n10") }.statuses == [200])
    }
}

@Suite("Many connections to a read listener") struct ReadCrowdTests {
    private static let request = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `idle connections do not keep others from being served`() throws {
        let server = try TestReadListener {
            $0.connectionLimit = 64
            $0.headerTimeout = .seconds(600)
            $0.idleTimeout = .seconds(600)
        }
        let idle = try (1...200).map { _ in try RawClient(port: server.port) }
        defer { idle.forEach { $0.finish() } }
        // Half of the connections have no request yet.
        for client in idle.prefix(100) { client.send(Self.request) }
        try waitUntil("a request is answered") { try RawClient.get("/a", port: server.port).statuses == [200] }
    }

    @Test func `the connection that has waited longest is closed, not one that is handled or already closing`() {
        let (second, deadline): (UInt64, UInt64) = (1_000_000_000, 100_000_000_000)
        let connections = (0..<5).map { _ in
            ClientConnection(descriptor: -1, subscriber: nil, defaultFields: [:], deadline: deadline)
        }
        for (place, since) in [4, 3, 2, 0, 1].enumerated() { connections[place].waitingSince = UInt64(since) * second }
        connections[1].close(at: deadline / 2)
        connections[4].close(at: 0)
        #expect(Watchdog.longestWaiting(among: connections) === connections[2])
        #expect(Watchdog.longestWaiting(among: connections[3...]) == nil)
    }

    @Test func `the connections of an address are limited over all threads, and other addresses are served`() throws {
        let server = try TestReadListener {
            $0.addressConnectionLimit = 3
            $0.unlimitedAddresses = ["127.0.0.1"].compactMap(AddressBlock.init)
        }
        func ask(from source: Int) throws -> (client: RawClient, answer: RawClient.Answer) {
            let client = try RawClient(port: server.port, from: source)
            client.send(Self.request)
            return (client, client.receive(seconds: 30) { $0.text.hasSuffix("\r\n\r\nbody") })
        }
        var open = try [2, 2, 2, 1, 1, 1, 1, 3].map { try ask(from: $0) }
        defer { open.forEach { $0.client.finish() } }
        #expect(open.allSatisfy { $0.answer.statuses == [200] })
        for _ in 1...4 {
            let further = try ask(from: 2)
            further.client.finish()
            #expect(further.answer.isClosed && further.answer.statuses.isEmpty)
        }
        // A connection that ends makes room for another one.
        open.removeFirst().client.finish()
        try waitUntil("the address is served again") {
            let again = try ask(from: 2)
            open.append(again)
            return again.answer.statuses == [200]
        }
    }
}

@Suite("The memory of bodies that are sent") struct BodyBudgetTests {
    /// A client that receives a body over a Unix socket. The system counts no acknowledged bytes for such a socket, so
    /// the client counts as slow as soon as the grace period has passed.
    private final class Client {
        let connection: ClientConnection
        private let ends: [Int32]

        init() {
            var ends: [Int32] = [-1, -1]
            _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
            self.ends = ends
            connection = ClientConnection(descriptor: ends[0], subscriber: nil, defaultFields: [:], deadline: 0)
        }

        deinit { for end in ends { close(end) } }

        /// True if the server has ended the connection so that the kernel keeps nothing for the client.
        var isEnded: Bool {
            var dropping = linger(l_onoff: 0, l_linger: -1)
            var size = socklen_t(MemoryLayout<linger>.size)
            getsockopt(ends[0], SOL_SOCKET, SO_LINGER, &dropping, &size)
            var byte: UInt8 = 0
            return recv(ends[1], &byte, 1, Int32(MSG_DONTWAIT)) == 0 && dropping.l_onoff != 0 && dropping.l_linger == 0
        }
    }

    private static let second: UInt64 = 1_000_000_000

    @Test func `to free memory, slow clients are disconnected from as many bodies as needed, the oldest first`() throws
    {
        let budget = BodyBudget(bytes: 100, grace: .seconds(2))
        // Two clients receive the first body, two the second, and a later one the third.
        let shares = try [30, 30, 30].map { try #require(budget.share(of: $0)) }
        let clients = (0..<5).map { _ in Client() }
        let start = 100 * Self.second
        for (place, share) in [(0, 1), (1, 0), (2, 1), (3, 0)] {
            shares[share].begin(clients[place].connection, at: start + UInt64(place) * Self.second / 10)
        }
        shares[2].begin(clients[4].connection, at: start + 2 * Self.second)
        var ended: [Int] { clients.indices.filter { clients[$0].isEnded } }

        #expect(!budget.endSlowClients(for: 10, at: start + 2 * Self.second) && ended == [])
        // The clients of the second body are disconnected first, because the last of them began before the last client
        // of the first body.
        #expect(budget.endSlowClients(for: 10, at: start + 3 * Self.second) && ended == [0, 2])
        #expect(!budget.endSlowClients(for: 60, at: start + 3 * Self.second), "the search is not repeated at once")
        #expect(budget.endSlowClients(for: 60, at: start + 3 * Self.second + Self.second / 2))
        #expect(ended == [0, 1, 2, 3])

        // Clients whose answers have ended are not examined.
        for client in clients { for share in shares { share.end(client.connection, at: start + 4 * Self.second) } }
        #expect(!budget.endSlowClients(for: 60, at: start + 9 * Self.second) && !ended.contains(4))
    }

    @Test func `a body that clients take slowly is given up, although each leaves within its grace period`() throws {
        let budget = BodyBudget(bytes: 100, grace: .seconds(2))
        let share = try #require(budget.share(of: 60))
        let (start, tenth) = (100 * Self.second, Self.second / 10)
        let (first, second) = (Client(), Client())
        share.begin(first.connection, at: start)
        share.begin(second.connection, at: start + 15 * tenth)
        share.end(first.connection, at: start + 19 * tenth)
        #expect(!budget.endSlowClients(for: 60, at: start + 20 * tenth) && !second.isEnded)
        #expect(budget.endSlowClients(for: 60, at: start + 30 * tenth) && second.isEnded && !first.isEnded)
    }

    @Test func `a new client is left alone if others have taken the body quickly`() throws {
        let budget = BodyBudget(bytes: 100, grace: .seconds(2), rate: 1_000)
        let share = try #require(budget.share(of: 60))
        let (server, receiver) = try KernelMemoryTests.connection(receiveBuffer: nil)
        defer {
            close(server)
            receiver.finish()
        }
        let quick = ClientConnection(descriptor: server, subscriber: nil, defaultFields: [:], deadline: 0)
        let (start, tenth) = (100 * Self.second, Self.second / 10)
        share.begin(quick, at: start)
        #expect(send(server, [UInt8](repeating: 0, count: 20_000), 20_000, 0) == 20_000)
        try waitUntil("the bytes are acknowledged") { ClientConnection.acknowledgedBytes(on: server) >= 20_000 }
        share.end(quick, at: start + 10 * tenth)
        let new = Client()
        share.begin(new.connection, at: start + 25 * tenth)
        // In 1.5 seconds, 20,000 bytes were acknowledged.
        #expect(!budget.endSlowClients(for: 60, at: start + 30 * tenth) && !new.isEnded)
        // After the grace period of the new client, only its own speed counts.
        #expect(budget.endSlowClients(for: 60, at: start + 60 * tenth) && new.isEnded)
    }

    @Test func `the reserve is used only while slow clients are being ended`() throws {
        let budget = BodyBudget(bytes: 100, reserve: 40, grace: .zero)
        let client = Client()
        var share = budget.share(of: 60)
        #expect(share != nil && budget.share(of: 1) == nil && budget.shareEndingSlowClients(of: 1) == nil)
        share?.begin(client.connection, at: 0)
        // The search for slow clients is not repeated at once, so the test tries several times.
        var more: BodyBudget.Share?
        try waitUntil("the slow client is disconnected") {
            more = budget.shareEndingSlowClients(of: 40)
            return more != nil
        }
        #expect(client.isEnded && budget.share(of: 1) == nil)
        share?.end(client.connection, at: Self.second)
        share = nil
        more = nil
        #expect(budget.share(of: 60) != nil && budget.share(of: 61) == nil)
    }
}

@Suite("The memory of the kernel for answers") struct KernelMemoryTests {
    /// Returns the two ends of a connection; by default, the kernel accepts few bytes that the client does not read.
    fileprivate static func connection(receiveBuffer: Int32? = 4_096) throws -> (server: Int32, client: RawClient) {
        let port = FreePort.find()
        let socket = try ListeningSocket(host: "127.0.0.1", port: port, sharing: false)
        defer { close(socket.descriptor) }
        let client = try RawClient(port: port, receiveBuffer: receiveBuffer)
        return (accept(socket.descriptor, nil, nil), client)
    }

    private static func option(_ name: Int32, _ level: Int32 = SOL_SOCKET, of descriptor: Int32) -> Int32 {
        var value: Int32 = -1
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, level, name, &value, &size) == 0 ? value : -1
    }

    @Test func `the kernel keeps at most 256 KiB for a client, and drops them when a slow client is ended`() throws {
        let (server, client) = try Self.connection()
        defer { client.finish() }
        // The kernel states twice the size that was set.
        #expect(Self.option(SO_SNDBUF, of: server) == 256 << 10)
        let piece = [UInt8](repeating: 0, count: 4_096)
        var queued = 0
        while case let sent = send(server, piece, piece.count, Int32(MSG_DONTWAIT)), sent > 0 { queued += sent }
        #expect(queued > 0 && queued < 256 << 10)
        ClientConnection.reset(server)
        close(server)
        let received = client.receive(seconds: 30)
        #expect(received.isClosed && received.bytes.count < queued)
    }

    @Test func `a closed connection keeps the end of its answer for 30 seconds without progress`() throws {
        let (server, client) = try Self.connection()
        defer { client.finish() }
        let connection = ClientConnection(descriptor: server, subscriber: nil, defaultFields: [:], deadline: 0)
        connection.limitRest()
        #expect(Self.option(TCP_USER_TIMEOUT, Int32(IPPROTO_TCP), of: server) == 30_000)
        // The client still receives bytes that were sent before the connection was closed.
        #expect(send(server, [UInt8]("end".utf8), 3, 0) == 3)
        close(server)
        #expect(client.receive(seconds: 30).text == "end")
    }
}

@Suite("The client's address") struct ForwardedClientTests {
    private static let proxies = ["192.0.2.0/24", "2001:db8::/32", "127.0.0.1"].compactMap(AddressBlock.init)

    @Test(arguments: [
        ("198.51.100.7", ["X-Forwarded-For": "203.0.113.9"], "198.51.100.7"),
        ("192.0.2.1", [:], "192.0.2.1"),
        ("192.0.2.1", ["X-Forwarded-For": "203.0.113.9"], "203.0.113.9"),
        ("::ffff:192.0.2.1", ["X-Forwarded-For": "203.0.113.9"], "203.0.113.9"),
        ("192.0.2.1", ["X-Forwarded-For": "10.1.1.1, 203.0.113.9, 192.0.2.44"], "203.0.113.9"),
        ("192.0.2.1", ["X-Forwarded-For": "203.0.113.9:4711"], "203.0.113.9"),
        ("192.0.2.1", ["X-Forwarded-For": "192.0.2.3, 192.0.2.2"], "192.0.2.3"),
        ("192.0.2.1", ["X-Forwarded-For": "203.0.113.9, unknown"], "192.0.2.1"),
        ("192.0.2.1", ["X-Forwarded-For": "203.0.113.9, "], "203.0.113.9"),
        (
            "192.0.2.1", ["Forwarded": #"for=10.1.1.1, for="[2001:DB9::7]:4711";proto=https;by=192.0.2.1"#],
            "2001:db9::7"
        ),
        ("2001:db8::1", ["Forwarded": "proto=http; for=203.0.113.9"], "203.0.113.9"),
        ("192.0.2.1", ["Forwarded": "for=_hidden"], "192.0.2.1"),
        ("192.0.2.1", ["Forwarded": "for=203.0.113.9", "X-Forwarded-For": "203.0.113.10"], "192.0.2.1"),
    ])
    func `the last forwarded address that is not a trusted proxy is the client's`(
        _ peer: String, _ fields: [String: String], _ client: String
    ) throws {
        var headers = HTTPFields()
        for (name, value) in fields { headers[.constant(name)] = value }
        let found = ForwardedClient(peer: peer, headers: headers, trusting: Self.proxies)
        #expect(found.address == client && found.isAmbiguous == (fields.count == 2))
    }

    @Test func `the client's address is taken from the header fields if the peer is a trusted proxy`() throws {
        let fields = ["X-Forwarded-For: 203.0.113.9"]
        let trusting = try TestListener { $0.trustedProxies = Self.proxies }
        #expect(try RawClient.get("/client", port: trusting.port, fields: fields).body == "203.0.113.9")
        let wary = try TestListener()
        #expect(try RawClient.get("/client", port: wary.port, fields: fields).body == "127.0.0.1")
    }

    @Test(arguments: [
        "", "192.0.2.0/33", "192.0.2.0/-1", "192.0.2/24", "localhost", "::1/129", "1.2.3.4/", "1.2.3.4/x",
    ])
    func `an invalid address block is refused`(_ text: String) {
        #expect(AddressBlock(text) == nil)
    }

    @Test func `a block contains the addresses that begin with its bits`() throws {
        let block = try #require(AddressBlock("10.8.0.0/13"))
        #expect(try block.contains(#require(IPAddress("10.15.255.255"))))
        #expect(try !block.contains(#require(IPAddress("10.16.0.0"))))
        #expect(try !block.contains(#require(IPAddress("::1"))))
        #expect(try #require(AddressBlock("0.0.0.0/0")).contains(#require(IPAddress("255.1.2.3"))))
    }
}

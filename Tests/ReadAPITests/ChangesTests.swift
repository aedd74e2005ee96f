import Cryptography
import Foundation
import HTTPTypes
import Logging
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import Synchronization
import TestSupport
import Testing

@testable import ReadAPI

/// The answer of `/v1/changes`, decoded as a client would decode it.
private struct Changes: Decodable {
    struct Change: Decodable, Equatable {
        let feature: String
        let release: Int
        let change: String
    }
    struct Next: Decodable {
        let since: Int
        let after: String
    }
    let release: Int
    let fullResync: Bool
    let changes: [Change]
    let next: Next?

    init(_ json: [UInt8]) throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(Changes.self, from: Data(json))
    }
}

@Suite("Changes since a release") struct ChangesTests {
    private func changes(_ index: ReadIndex, _ query: String) throws -> Changes {
        try Changes(ChangeList(index: index).json(try ChangesQuery(QueryItems(parsing: query))))
    }

    private func problem(_ query: String) -> Problem? {
        do throws(Problem) {
            _ = try ChangesQuery(QueryItems(parsing: query))
            return nil
        } catch {
            return error
        }
    }

    @Test func `each feature is listed once, in the order of releases and names, and as a removal if nobody gets it`()
        throws
    {
        let rule = try Sample.rule("1", hash: "a")
        let features = [
            Sample.feature([rule], name: "c", release: 2), Sample.feature([rule], name: "a", release: 3),
            Sample.feature([], name: "gone", release: 4), Sample.feature([rule], name: "b", release: 2),
            Sample.feature([rule], name: "off", release: 5, off: ["ios"]),
            Sample.feature([try Sample.rule("1", percent: 0, hash: "a")], name: "step", release: 6),
        ]
        let index = try ReadIndex(Sample.snapshot(features, release: 6), content: Sample.content)
        let all = try changes(index, "since=0")
        #expect(all.release == 6 && !all.fullResync && all.next == nil)
        #expect(
            all.changes.map { "\($0.release) \($0.feature) \($0.change)" } == [
                "2 b upsert", "2 c upsert", "3 a upsert", "4 gone removal", "5 off removal", "6 step removal",
            ])
        #expect(try changes(index, "since=3").changes.map(\.feature) == ["gone", "off", "step"])
        #expect(try changes(index, "since=2&after=b").changes.map(\.feature) == ["c", "a", "gone", "off", "step"])
        #expect(try changes(index, "since=6").changes.isEmpty)
    }

    @Test func `pages of a large release miss nothing and repeat nothing`() throws {
        let features = try (0..<2_345).map {
            Sample.feature([try Sample.rule("1", hash: "h")], name: "f\($0)", release: $0 < 1_700 ? 1 : 2)
        }
        let index = try ReadIndex(Sample.snapshot(features, release: 2), content: Sample.content)
        var names: [String] = []
        var query = "since=0"
        while true {
            let page = try changes(index, query)
            #expect(page.changes.count <= ChangeList.limit)
            names += page.changes.map(\.feature)
            guard let next = page.next else { break }
            query = "since=\(next.since)&after=\(next.after)"
        }
        #expect(names.count == 2_345 && Set(names).count == 2_345)
    }

    @Test func `a client with a release that the node lacks, or that a restore has replaced, must resync fully`() throws
    {
        let rule = try Sample.rule("1", hash: "a")
        let before = try ReadIndex(
            Sample.snapshot([Sample.feature([rule], release: 4)], release: 4), content: Sample.content)
        #expect(try changes(before, "since=5").fullResync)
        #expect(try changes(before, "since=5").changes.isEmpty)
        let snapshot = Snapshot(
            point: Sample.point(2_000), platforms: [], features: [Sample.feature([rule], release: 2_000)],
            restoration: 2_000)
        let restored = try ReadIndex(after: before, changes: snapshot, content: Sample.content)
        #expect(try changes(restored, "since=4").fullResync)
        #expect(try changes(restored, "since=1999").fullResync)
        #expect(try !changes(restored, "since=2000").fullResync)
        #expect(try changes(restored, "since=0").changes.count == 1)
        let later = try ReadIndex(
            after: restored, changes: Sample.snapshot([], release: 2_001), content: Sample.content)
        #expect(try changes(later, "since=4").fullResync)
        #expect(later.snapshot.restoration == 2_000)
    }

    @Test(arguments: [
        ("", "since"), ("since=", "since"), ("since=-1", "since"), ("since=1.5", "since"), ("since=1&since=1", "since"),
        ("since=1&wait=51", "wait"), ("since=1&after=%zz", "after"), ("since=1&wait=x", "wait"),
        ("since=9999999999999", "since"),
    ])
    func `an invalid parameter is named in the problem`(query: String, parameter: String) {
        #expect(problem(query)?.parameter == parameter)
    }
}

@Suite("The service API") struct ServiceAPITests {
    /// A node with a service API over the same database.
    private final class Node: Sendable {
        let node: TestNode
        let service: ServiceAPI

        init(
            waiting: Int = ConcurrencyLimiter.defaultLimit,
            answerStep: @escaping StepAnswering = { _, _, _, _ in .notAForm }
        ) throws {
            node = try TestNode()
            service = ServiceAPI(
                pool: ConnectionPool(node.database.info, size: 2), snapshotDirectory: nil,
                logger: Logger(label: "test"), waiting: waiting,
                answerStep: answerStep)
            service.start()
            try waitUntil("the service has loaded") { [service] in service.release != nil }
        }

        deinit { service.stop() }

        func get(_ target: String) throws -> Response { try service.router.respond(to: Request(.get, target)) }

        /// Publishes and waits until the service has the release too.
        func publish(_ title: String, from version: String, percent: RolloutPercent = 100) throws -> Int {
            let release = try node.publish(title, from: version, percent: percent)
            try waitUntil("the service has release \(release)") { service.release == release }
            return release
        }
    }

    @Test func `a long poll is answered with the release that it waited for`() throws {
        let node = try Node()
        let first = try node.publish("first", from: "1.0")
        let answered = Mutex<Changes?>(nil)
        let service = node.service
        Thread.detachNewThread {
            let answer = try? service.router.respond(to: Request(.get, "/v1/changes?since=\(first)&wait=50"))
            let changes = answer.flatMap { try? Changes($0.body) }
            answered.withLock { $0 = changes }
        }
        let second = try node.publish("second", from: "2.0")
        try waitUntil("the poll is answered") { answered.withLock { $0 } != nil }
        let changes = answered.withLock { $0 }
        #expect(changes?.release == second)
        #expect(changes?.changes == [.init(feature: "home", release: second, change: "upsert")])
    }

    @Test func `a poll without a new release is answered without changes, and with 503 if no place for it is free`()
        throws
    {
        let node = try Node(waiting: 1)
        let release = try node.publish("first", from: "1.0")
        let vain = try Changes(try node.get("/v1/changes?since=\(release)&wait=1").body)
        #expect(vain.changes.isEmpty && vain.release == release && !vain.fullResync)
        let stream = try node.get("/v1/stream")
        let refused = try node.get("/v1/changes?since=\(release)&wait=50")
        #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter]?.count == 1)
        #expect(String(decoding: refused.body, as: UTF8.self).contains("/problems/overloaded"))
        #expect(try node.get("/v1/changes?since=\(release)").status == .ok)
        // A HEAD request needs no place.
        let head = try node.service.router.respond(to: Request(.head, "/v1/stream"))
        #expect(head.status == .ok && head.headers[.contentType] == "text/event-stream")
        withExtendedLifetime(stream) {}
    }

    @Test func `a poll since a release that the node does not have yet waits for a later one`() throws {
        let node = try Node()
        let first = try node.publish("first", from: "1.0")
        let start = ContinuousClock.now
        let vain = try Changes(try node.get("/v1/changes?since=\(first + 7)&wait=1").body)
        #expect(ContinuousClock.now - start >= .seconds(1))
        #expect(vain.fullResync && vain.changes.isEmpty && vain.release == first)
        #expect(try Changes(try node.get("/v1/changes?since=\(first + 7)").body).fullResync)

        let answered = Mutex<Changes?>(nil)
        let service = node.service
        Thread.detachNewThread {
            let answer = try? service.router.respond(to: Request(.get, "/v1/changes?since=\(first + 1)&wait=50"))
            let changes = answer.flatMap { try? Changes($0.body) }
            answered.withLock { $0 = changes }
        }
        _ = try node.publish("second", from: "2.0")
        let third = try node.publish("third", from: "3.0")
        try waitUntil("the poll is answered") { answered.withLock { $0 } != nil }
        let changes = answered.withLock { $0 }
        #expect(changes?.release == third && changes?.fullResync == false)
        #expect(changes?.changes == [.init(feature: "home", release: third, change: "upsert")])
    }

    @Test func `form steps for which no place is free wait for one, and all are answered`() throws {
        let node = try Node { _, _, _, _ in
            Thread.sleep(forTimeInterval: 0.02)
            return .notAForm
        }
        _ = try node.publish("first", from: "1.0")
        let statuses = Mutex<[Int]>([])
        let service = node.service
        let count = 3 * ServiceAPI.stepPlaces
        for _ in 0..<count {
            Thread.detachNewThread {
                let target = "/v1/features/home/steps?platform=ios&client_version=1.0"
                let request = Request(.post, target, body: Array(#"{"page":0}"#.utf8))
                let status = (try? service.router.respond(to: request))?.status.code ?? 0
                statuses.withLock { $0.append(status) }
            }
        }
        try waitUntil("all requests are answered") { statuses.withLock { $0.count } == count }
        #expect(statuses.withLock { $0 } == Array(repeating: 404, count: count))
    }

    @Test func `a stream sends the release of another installation even if its number is lower`() throws {
        let shared = SharedState()
        let first = try ReadIndex(Sample.snapshot([], release: 9), content: Sample.content)
        shared.replace { $0.index = first }
        let stream = ReleaseStream(shared, try ConcurrencyLimiter(limit: 1).place(), isAbandoned: { false })
        guard case .stream(let body) = stream.response.delivery else {
            Issue.record("no stream")
            return
        }
        _ = body.next()
        let snapshot = Snapshot(point: Sample.point(3, of: "another"), platforms: [], features: [])
        let other = try ReadIndex(snapshot, content: Sample.content)
        shared.replace { $0.index = other }
        #expect(
            body.next().map { String(decoding: $0, as: UTF8.self) } == "event: release\ndata: {\"release\":3}\n\n")
    }

    @Test func `the read and the service listener compress manifests and bundles for clients that accept it`() throws {
        let node = try Node()
        _ = try node.publish("first", from: "1.0")
        _ = try node.publish("second", from: "2.0", percent: 10)
        let port = FreePort.find()
        let listener = Listener(configuration: .service(port: port), router: node.service.router)
        try listener.start()
        defer { listener.stop() }
        for (port, document) in [node.node.port, port].flatMap({ port in
            ["manifest", "bundle"].map { (port, $0) }
        }) {
            let target = "/v1/\(document)?platform=ios&client_version=2.0"
            let plain = try RawClient.get(target, port: port)
            var coded = RawClient.Answer()
            try waitUntil("the answer is compressed") {
                coded = try RawClient.get(target, port: port, fields: ["Accept-Encoding: gzip"])
                return coded.field("content-encoding") == "gzip"
            }
            let head = try #require(coded.bytes.firstRange(of: Array("\r\n\r\n".utf8)))
            let body = Array(coded.bytes[head.upperBound...])
            let digest = Data(SHA256Digest(of: body).bytes).base64EncodedString()
            #expect(coded.field("content-digest") == "sha-256=:\(digest):")
            #expect(body.count < plain.body.utf8.count && body.starts(with: [0x1F, 0x8B]))
            #expect(coded.field("vary") == "Accept-Encoding" && plain.field("vary") == "Accept-Encoding")
            let tag = try #require(coded.field("etag"))
            #expect(tag != plain.field("etag") && coded.field("signature") != plain.field("signature"))
            let fields = ["Accept-Encoding: gzip", "If-None-Match: \(tag)"]
            #expect(try RawClient.get(target, port: port, fields: fields).status == 304)
        }
    }

    @Test func `a stream sends the release at once and the next one when it is served, and ends with the service`()
        throws
    {
        let node = try Node()
        let first = try node.publish("first", from: "1.0")
        let response = try node.get("/v1/stream")
        guard case .stream(let stream) = response.delivery else {
            Issue.record("no stream")
            return
        }
        #expect(response.headers[.contentType] == "text/event-stream")
        let begin = String(decoding: try #require(stream.next()), as: UTF8.self)
        #expect(begin.hasPrefix("retry: ") && begin.hasSuffix("\n\nevent: release\ndata: {\"release\":\(first)}\n\n"))
        let second = try node.publish("second", from: "2.0")
        #expect(
            stream.next().map { String(decoding: $0, as: UTF8.self) }
                == "event: release\ndata: {\"release\":\(second)}\n\n")
        node.service.stop()
        #expect(stream.next() == nil)
    }

    @Test func `manifest, content and readiness are answered as by the read listener`() throws {
        let node = try Node()
        _ = try node.publish("first", from: "1.0")
        let port = FreePort.find()
        let listener = Listener(configuration: .service(port: port), router: node.service.router)
        try listener.start()
        defer { listener.stop() }
        let target = "/v1/manifest?platform=ios&client_version=2.0"
        let answer = try RawClient.get(target, port: port)
        let read = try RawClient.get(target, port: node.node.port)
        #expect(answer.status == 200 && answer.body == read.body)
        let tag = try #require(answer.field("etag"))
        #expect(tag == read.field("etag") && answer.field("access-control-allow-origin") == "*")
        for tags in [[tag], ["\"other\"", tag]] {
            #expect(try RawClient.get(target, port: port, fields: tags.map { "If-None-Match: \($0)" }).status == 304)
        }
        let place = try #require(answer.body.firstRange(of: "/v1/content/"))
        let path = answer.body[place.lowerBound...].prefix { $0 != "\"" }
        #expect(try RawClient.get(String(path), port: port).body.contains("first"))
        #expect(try RawClient.get("/readyz", port: port).body.contains(#""status":"ready""#))
        #expect(try RawClient.get("/v1/manifest?platform=ios", port: port).body.contains("missing-parameter"))
        let unknown = try RawClient.get("/v1/nothing", port: port)
        #expect(unknown.status == 404 && unknown.field("content-type") == "application/problem+json")
        #expect(try RawClient.get("/metrics", port: port).body.contains("galley_release "))
    }

    @Test func `every address may be requested by web pages of other origins`() throws {
        let node = try Node()
        for (method, pattern) in node.service.router.table where method != .options {
            let path = pattern.split(separator: "/").map { $0.hasPrefix(":") ? "x" : String($0) }.joined(separator: "/")
            let answer = try node.service.router.respond(to: Request(.options, "/\(path)"))
            #expect(answer.status == .noContent && answer.headers[.accessControlAllowOrigin] == "*")
            #expect(answer.headers[.accessControlAllowMethods]?.contains(method.rawValue) == true, "\(pattern)")
        }
    }
}

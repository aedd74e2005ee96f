import DocumentKinds
import Foundation
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

/// A read node with its own database, the starter schemas and one feature.
final class TestNode: Sendable {
    let database: TestDatabase
    let stores: Stores
    let api: ReadAPI
    let port: Int
    private let listener: ReadListener

    /// Creates the node; `through` may put a proxy between it and the database. A node with a `name` reports its served
    /// release to the database under that name.
    init(
        snapshotDirectory: String? = nil, name: String? = nil,
        through: (ConnectionInfo) throws -> ConnectionInfo = { $0 }
    ) throws {
        database = try TestDatabase.make()
        stores = Stores(pool: database.pool)
        _ = try stores.schemaReleases.adopt(
            SchemaRepository(loading: PackageRoot.path + "/schemas"), by: .operator)
        _ = try stores.features.create(name: "home", kind: "Screen", by: .operator)
        api = ReadAPI(
            pool: ConnectionPool(try through(database.info), size: 1), snapshotDirectory: snapshotDirectory, node: name)
        port = FreePort.find()
        listener = try Self.listener(port: port, api: api)
        api.start()
        try waitUntil("the node is ready") { api.release != nil }
    }

    deinit {
        listener.stop()
        api.stop()
    }

    /// Returns a started listener for an API.
    static func listener(port: Int, api: ReadAPI) throws -> ReadListener {
        let listener = ReadListener(
            configuration: .read(port: port), threads: 2, traffic: api.traffic, resolver: api.resolver)
        try listener.start()
        return listener
    }

    /// Saves a screen with a title, publishes it and waits until the node serves the release; returns its number.
    func publish(_ title: String, from version: String, percent: RolloutPercent = 100) throws -> Int {
        try waitUntilServed(release(title, from: version, percent: percent))
    }

    /// Saves a screen with a title and publishes it without waiting for the node.
    func release(
        _ title: String, from version: String, percent: RolloutPercent = 100
    ) throws -> ReleaseOutcome {
        let text = #"{ "type": "Screen", "title": "\#(title)", "widgets": [] }"#
        let saved = try stores.revisions.save(feature: "home", bytes: Array(text.utf8), by: .operator)
        guard case .saved(let revision) = saved else { throw NotReleased(what: "\(saved)") }
        let request = PublishRequest(
            feature: "home", revision: revision.number, platform: "ios", from: try ClientVersion(version),
            percent: percent)
        return try stores.releases.publish(request, by: .operator)
    }

    /// Waits until the node serves a release; returns the number of the release.
    func waitUntilServed(_ outcome: ReleaseOutcome) throws -> Int {
        guard case .released(let release, _) = outcome else { throw NotReleased(what: "\(outcome)") }
        try waitUntil("release \(release.number) is served") { api.release == release.number }
        return release.number
    }

    /// Returns the node's answer to `/readyz`.
    func readiness() throws -> Readiness { try Readiness(port: port) }

    func get(_ version: String, fields: [String] = []) throws -> RawClient.Answer {
        try RawClient.get("/v1/features/home?platform=ios&client_version=\(version)", port: port, fields: fields)
    }
}

/// The answer of `/readyz`.
struct Readiness: Decodable {
    let status: String
    let release: Int?
    let database: String?
    let ageSeconds: Double?
    let storage: String?

    /// Requests `/readyz` from the node on a port.
    init(port: Int) throws {
        let body = try RawClient.get("/readyz", port: port).body
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(Readiness.self, from: Data(body.utf8))
    }
}

/// An error for a step of a test that failed, such as a refused publish.
struct NotReleased: Error {
    let what: String
}

@Suite struct FollowingTests {
    @Test func `an answer states the versions that get it, whichever rule was published last`() throws {
        let node = try TestNode()
        for (title, version) in [("One", "5.0"), ("Two", "6.0"), ("Three", "5.0")] {
            _ = try node.publish(title, from: version)
        }
        #expect(try node.get("5.9").field("Galley-Versions") == ">=5.0 <6.0")
        #expect(try node.get("6.0").field("Galley-Versions") == ">=6.0")
    }

    @Test func `answers have the cache times of their feature, and manifests the shortest of all`() throws {
        let node = try TestNode()
        _ = try node.publish("first", from: "9.0")
        let tag = try node.get("9.9").field("etag")
        let short = CacheTime(fresh: 2, staleWhileRevalidate: 400, staleIfError: 0)
        guard
            case .changed(_, let release?) = try node.stores.releases.changeCacheTimes(
                of: "home", by: .operator, { _ in short })
        else { throw NotReleased(what: "no release") }
        try waitUntil("the cache times are served") { node.api.release == release }

        let answer = try node.get("9.9")
        #expect(answer.field("cache-control") == "public, max-age=2, stale-while-revalidate=400, stale-if-error=0")
        #expect(answer.field("etag") == tag && answer.field("galley-release") == "1")
        // A cache that revalidates learns the new times.
        let fresh = try RawClient.get(
            "/v1/features/home?platform=ios&client_version=9.9", port: node.port,
            fields: ["If-None-Match: \(tag ?? "")"])
        #expect(fresh.status == 304 && fresh.field("cache-control") == answer.field("cache-control"))
        let none = try node.get("1.0")
        #expect(none.status == 404 && none.field("cache-control") == "public, max-age=2")
        for path in ["/v1/manifest?", "/v1/bundle?", "/v1/bundle?features=home&"] {
            let all = try RawClient.get("\(path)platform=ios&client_version=9.9", port: node.port)
            // Each time is the shorter one of the feature's and the default one, so 300 and not 400 seconds.
            #expect(
                all.field("cache-control") == "public, max-age=2, stale-while-revalidate=300, stale-if-error=0",
                "\(path)")
        }
        let others = try RawClient.get("/v1/bundle?platform=ios&client_version=9.9&features=nothing", port: node.port)
        #expect(others.field("cache-control")?.hasPrefix("public, max-age=30,") == true)
    }

    @Test func `a renamed feature is served under both names until its grace ends, the former with a notice`() throws {
        let node = try TestNode()
        _ = try node.publish("first", from: "9.0")
        let before = try node.get("9.9")
        guard
            case .renamed(_, let release?) = try node.stores.releases.rename(
                RenameRequest(feature: "home", name: "start"), by: .operator)
        else { throw NotReleased(what: "home is not renamed") }
        try waitUntil("the renaming is served") { node.api.release == release }

        let former = try node.get("9.9")
        let query = "?platform=ios&client_version=9.9"
        let present = try RawClient.get("/v1/features/start\(query)", port: node.port)
        #expect(former.status == 200 && present.status == 200)
        #expect(former.body == before.body && present.body == before.body)
        #expect(former.field("etag") == before.field("etag"))
        #expect(former.field("galley-release") == before.field("galley-release"))
        #expect(former.field("galley-feature") == "home" && present.field("galley-feature") == "start")
        #expect(former.field("link") == "</v1/features/start>; rel=\"successor-version\"")
        #expect(former.field("deprecation")?.hasPrefix("@") == true)
        let sunset = try #require(former.field("sunset"))
        #expect(sunset.contains(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/), "\(sunset)")
        #expect(present.field("link") == nil && present.field("sunset") == nil && before.field("sunset") == nil)
        let manifest = try RawClient.get("/v1/manifest\(query)", port: node.port).body
        #expect(manifest.contains("\"renamed_to\":\"start\"") && manifest.contains("\"start\":{\"arms\""))

        let later = Date.now.addingTimeInterval(91 * 86_400)
        #expect(try node.stores.releases.endGracePeriods(now: later) == ["home"])
        try waitUntil("the end of the grace period is served") { node.api.release == release + 1 }
        #expect(try node.get("9.9").status == 404)
        #expect(try RawClient.get("/v1/features/start\(query)", port: node.port).body == before.body)
    }

    @Test func `an edition is served to the versions of its rule, and again after a rollback`() throws {
        let node = try TestNode()
        #expect(try node.get("9").status == 404)
        _ = try node.publish("first", from: "9.0")
        let first = try node.get("9.9")
        #expect(first.status == 200)
        #expect(first.body == #"{"type":"Screen","title":"first","widgets":[]}"#)
        #expect(first.field("content-type") == "application/json")
        #expect(first.field("galley-revision") == "1")
        #expect(first.field("galley-release") == "1")
        #expect(first.field("vary") == "Accept-Encoding")
        #expect(first.field("access-control-allow-origin") == "*")
        #expect(
            first.field("cache-control") == "public, max-age=30, stale-while-revalidate=300, stale-if-error=86400")
        let tag = try #require(first.field("etag"))
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))

        let second = try node.publish("second", from: "10.0")
        #expect(try node.get("9.9").body == first.body)
        #expect(try node.get("10.1").body.contains("second"))
        #expect(try node.get("10.1").field("galley-release") == "\(second)")
        #expect(try node.get("8").status == 404)

        let rollback = RollbackRequest(feature: "home", toRelease: 1, reason: "broken")
        _ = try node.waitUntilServed(try node.stores.releases.rollback(rollback, by: .operator))
        let back = try node.get("10.1")
        #expect(back.body == first.body)
        #expect(back.field("etag") == tag)
        #expect(try node.get("10.1", fields: ["If-None-Match: \"x\", W/\(tag)"]).status == 304)
        #expect(try node.get("10.1", fields: ["If-None-Match: \"x\""]).status == 200)

        let off = SwitchRequest(feature: "home", reason: "fire")
        _ = try node.waitUntilServed(try node.stores.releases.switchOff(off, by: .operator))
        let gone = try node.get("10.1")
        #expect(gone.status == 410)
        #expect(gone.field("content-type") == "application/problem+json")
        #expect(gone.body.contains("/problems/switched-off"))
    }

    @Test func `replaced contents stay available to clients with an earlier manifest when a signature key is added`()
        throws
    {
        let node = try TestNode()
        func addresses() throws -> [String] {
            let manifest = try RawClient.get("/v1/manifest?platform=ios&client_version=9", port: node.port).body
            return manifest.matches(of: /\/v1\/content\/[0-9a-f]{64}/).map { String($0.output) }
        }
        func statuses(_ addresses: [String]) throws -> [Int] {
            try addresses.map { try RawClient.get($0, port: node.port).status }
        }
        _ = try node.publish("first", from: "9")
        let first = try #require(try addresses().first)
        _ = try node.publish("second", from: "9")
        let second = try #require(try addresses().first)
        #expect(first != second)
        #expect(try statuses([first, second]) == [200, 200])

        guard case .done = try node.stores.signatureKeys.add(by: .operator) else { throw NotReleased(what: "no key") }
        try waitUntil("everything is signed anew") {
            try node.get("9").field("signature-input")?.contains("sig2=") ?? false
        }
        #expect(try statuses([first, second]) == [200, 200])
        // The replaced contents also stay available after a later release.
        _ = try node.publish("third", from: "9")
        #expect(try statuses([first, second]) == [200, 200])
    }

    @Test func `a node says when it is ready and what it serves`() throws {
        let node = try TestNode()
        let readiness = try node.readiness()
        #expect(readiness.status == "ready")
        #expect(readiness.release == 0)
        #expect(readiness.database == "connected")
        #expect(readiness.ageSeconds != nil)
        #expect(readiness.storage == nil)
        #expect(try RawClient.get("/healthz", port: node.port).status == 200)
        let platforms = Set(try node.stores.releases.platforms().map(\.name))
        let text = OpenAPIDocument.text(platforms: platforms)
        #expect(try RawClient.get("/v1/openapi.json", port: node.port).body == text)
    }

    @Test func `the metrics state the release, the lag of the node, and the answers by status`() throws {
        let node = try TestNode()
        let release = try node.publish("first", from: "9")
        #expect(try node.get("9").status == 200)
        #expect(try node.get("1").status == 404)
        let answer = try RawClient.get("/metrics", port: node.port)
        #expect(answer.field("content-type") == "text/plain; version=0.0.4; charset=utf-8")
        let lines = answer.body.split(separator: "\n").map(String.init)
        for line in [
            "galley_ready 1", "galley_release \(release)", "galley_release_lag 0", "galley_database_connected 1",
            "galley_http_answers_total{status=\"200\"} 1", "galley_http_answers_total{status=\"404\"} 1",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        for name in [
            "galley_snapshot_age_seconds", "galley_http_body_bytes_total", "galley_http_connections",
            "galley_http_connections_total", "process_start_time_seconds", "process_resident_memory_bytes",
        ] {
            #expect(lines.contains { $0.hasPrefix("\(name) ") }, "\(name)")
        }
    }

    @Test func `a node continues to serve without the database, and follows it when it is back`() throws {
        let node = try TestNode()
        _ = try node.publish("first", from: "9")
        let before = try node.get("9")
        let administrator = try Connection(TestServer.administrator(), deadline: .seconds(30))
        let name = try #require(node.database.info.parameters["dbname"])
        // The server refuses new connections to this database. It ends the existing ones asynchronously, so the test
        // waits until none is left.
        try administrator.execute("ALTER DATABASE \(identifier: name) WITH ALLOW_CONNECTIONS false")
        try administrator.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = \(name) AND pid <> pg_backend_pid()"
        )
        try waitUntil("the connections have ended") {
            try administrator.query("SELECT FROM pg_stat_activity WHERE datname = \(name)").isEmpty
        }
        try waitUntil("the node notices that the database is away") { try node.readiness().database == "away" }
        #expect(try RawClient.get("/readyz", port: node.port).status == 200)
        #expect(try node.get("9").body == before.body)
        try administrator.execute("ALTER DATABASE \(identifier: name) WITH ALLOW_CONNECTIONS true")
        try waitUntil("the node follows the database again") { try node.readiness().database == "connected" }
        _ = try node.publish("second", from: "9")
        #expect(try node.get("9").body.contains("second"))
    }
}

import Cryptography
import Foundation
import GalleyClient
import Publishing
import SchemaRepository
import Synchronization
import TestSupport
import Testing

@testable import ReadAPI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The client library with a running node.
@Suite("The client library") struct GalleyClientTests {
    let node: TestNode
    let directory: URL

    init() throws {
        node = try TestNode()
        directory = FileManager.default.temporaryDirectory.appending(path: "galley-client-\(UUID().uuidString)")
    }

    /// Loads responses and records their statuses. It may change a response, or fail as if there were no network.
    private final class Network: Sendable {
        let statuses = Mutex<[Int]>([])
        /// The client versions in the requests for the manifest.
        let versions = Mutex<[String]>([])
        /// The kind of each request, and its `Cache-Control` if it has one.
        let requests = Mutex<[String]>([])
        let change = Mutex<(@Sendable (Data, HTTPURLResponse) throws -> (Data, HTTPURLResponse))?>(nil)
        /// Delays a response.
        let delay = Mutex<(@Sendable (URLRequest) async throws -> Void)?>(nil)

        func fetch(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            let (data, response) = try await GalleyClient.load(request)
            if let delay = delay.withLock(\.self) { try await delay(request) }
            statuses.withLock { $0.append(response.statusCode) }
            let query = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }?.queryItems ?? []
            if let version = query.first(where: { $0.name == "client_version" })?.value {
                versions.withLock { $0.append(version) }
            }
            let isContent = request.url?.path.hasPrefix("/v1/content/") ?? false
            let isPage = query.contains { $0.name == "after" }
            let kind = isContent ? "content" : isPage ? "page" : "manifest"
            let control = request.value(forHTTPHeaderField: "Cache-Control").map { " \($0)" } ?? ""
            requests.withLock { $0.append(kind + control) }
            return try change.withLock(\.self)?(data, response) ?? (data, response)
        }

        static func changed(
            _ response: HTTPURLResponse, _ name: String, to value: String
        ) throws -> HTTPURLResponse {
            var fields = response.allHeaderFields as? [String: String] ?? [:]
            fields[name] = value
            return try #require(
                HTTPURLResponse(
                    url: URL(fileURLWithPath: "/"), statusCode: response.statusCode, httpVersion: "HTTP/1.1",
                    headerFields: fields))
        }
    }

    private struct Offline: Error {}

    private func client(
        version: String = "10.0", bundled: URL? = nil, port: Int? = nil, _ network: Network = Network()
    ) async throws -> GalleyClient {
        let address = try #require(URL(string: "http://127.0.0.1:\(port ?? node.port)"))
        let (keys, _) = try await URLSession.shared.data(from: address.appending(path: "v1/keys"))
        return try GalleyClient(
            ClientConfiguration(
                address: address, platform: "ios", clientVersion: version, installation: "a",
                keys: PublicKey.keys(in: keys), directory: directory, bundled: bundled)
        ) { try await network.fetch($0) }
    }

    /// Returns the uncompressed answer for an address. The client requests no compression either, because URLSession
    /// would decompress a body, which then does not match its digest.
    private func answer(_ address: URL) async throws -> (Data, HTTPURLResponse) {
        var request = URLRequest(url: address)
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        return try await GalleyClient.load(request)
    }

    /// Returns a signed index with features `f0`, `f1` …, which all have the same document. A page of the manifest has
    /// at most 1,000 of them.
    private func index(features count: Int, release: Int) throws -> ReadIndex {
        let bytes = Array(#"{"title":"One"}"#.utf8)
        let from = try ClientVersion("1")
        let edition = Edition(
            from: from, until: nil, hash: SHA256Digest(of: bytes).hex, size: bytes.count, schemaRelease: 1, release: 1)
        let rule = Rule(platform: "ios", from: from, until: nil, percent: 100, revision: 1, editions: [edition])
        let key = try #require(SigningKey(seed: Array(repeating: 1, count: SigningKey.seedLength)))
        let snapshot = Snapshot(
            point: Sample.point(release), platforms: [Platform(name: "ios", title: "iOS")],
            keys: [SignatureKey(key: key, createdAt: .distantPast)],
            features: (0..<count).map { Sample.feature([rule], name: "f\($0)") })
        return try ReadIndex(snapshot) { _ in bytes }
    }

    private func title(_ client: GalleyClient) async throws -> String? {
        struct Screen: Decodable { let title: String }
        return try await client.document("home").map { try JSONDecoder().decode(Screen.self, from: $0).title }
    }

    @Test func `the client fetches what is new, and nothing twice`() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let network = Network()
        let client = try await client(network)
        let first = try node.publish("One", from: "9.0")
        #expect(try await client.update() == ["home"])
        #expect(try await title(client) == "One")
        #expect(await client.release == first)
        #expect(try await client.update() == [])
        #expect(network.statuses.withLock(\.self) == [200, 200, 304])
        _ = try node.publish("Two", from: "9.0")
        #expect(try await client.update() == ["home"])
        #expect(try await title(client) == "Two")
        let request = SwitchRequest(feature: "home", platform: "ios", reason: "A test")
        let off = try node.stores.releases.switchOff(request, by: .operator)
        _ = try node.waitUntilServed(off)
        #expect(try await client.update() == ["home"])
        #expect(await client.document("home") == nil)
    }

    @Test func `without a network the last good document is shown, and before the first update the bundled one`()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: directory) }
        let bundle = directory.appending(path: "bundled")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try Data(#"{"title":"Bundled"}"#.utf8).write(to: bundle.appending(path: "home.json"))
        _ = try node.publish("One", from: "9.0")
        let fresh = try await client(bundled: bundle)
        #expect(try await title(fresh) == "Bundled")
        try await fresh.update()
        #expect(try await title(fresh) == "One")

        let offline = Network()
        offline.change.withLock { $0 = { _, _ in throw Offline() } }
        let later = try await client(bundled: bundle, offline)
        #expect(try await title(later) == "One")
        await #expect(throws: Offline.self) { try await later.update() }
        #expect(try await title(later) == "One")
        // A document that is damaged on the disk is not shown.
        for file in try FileManager.default.contentsOfDirectory(atPath: directory.path + "/contents") {
            try Data("{}".utf8).write(to: directory.appending(path: "contents/\(file)"))
        }
        #expect(try await title(later) == "Bundled")
        try await fresh.update()
        #expect(try await title(later) == "One")
        // A document that is kept for one version of the app is not shown by another.
        #expect(try await title(client(version: "11.0", bundled: bundle, offline)) == "Bundled")
    }

    @Test func `an answer that was changed or replayed is not used`() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let network = Network()
        let client = try await client(network)
        _ = try node.publish("One", from: "9.0")
        let old = Mutex<(Data, HTTPURLResponse)?>(nil)
        network.change.withLock {
            $0 = { data, response in
                old.withLock { $0 = $0 ?? (data, response) }
                return (data, response)
            }
        }
        try await client.update()
        _ = try node.publish("Two", from: "9.0")

        func refuse(
            _ error: ClientError,
            _ change: @escaping @Sendable (Data, HTTPURLResponse) throws -> (Data, HTTPURLResponse)
        ) async throws {
            network.change.withLock { $0 = change }
            await #expect(throws: error) { try await client.update() }
            #expect(try await title(client) == "One")
        }
        try await refuse(.wrongDigest) { ($0 + Data(" ".utf8), $1) }
        for (name, value) in [
            ("Galley-Release", "900"), ("Galley-Versions", ">=1"), ("Signature", "sig1=:AAAA:"),
            ("Signature-Input", "sig1=();keyid=\"none\""), ("Galley-Platform", "android"),
        ] {
            try await refuse(.wrongSignature) { ($0, try Network.changed($1, name, to: value)) }
        }
        try await refuse(.status(503)) { data, response in
            let url = try #require(response.url)
            return (data, try #require(HTTPURLResponse(url: url, statusCode: 503, httpVersion: nil, headerFields: nil)))
        }
        network.change.withLock { $0 = nil }
        try await client.update()
        #expect(try await title(client) == "Two")
        let kept = old.withLock { $0 }
        let first = try #require(kept)
        network.change.withLock { $0 = { _, _ in first } }
        await #expect(throws: ClientError.self) { try await client.update() }
        #expect(try await title(client) == "Two")
    }

    @Test func `after their first update, versions that get the same manifest request it at one address`() async throws
    {
        defer { try? FileManager.default.removeItem(at: directory) }
        let network = Network()
        _ = try node.publish("One", from: "9.0")
        let client = try await client(version: "9.5", network)
        try await client.update()
        try await client.update()
        #expect(network.versions.withLock(\.self) == ["9.5", "9.0"])
        #expect(network.statuses.withLock(\.self) == [200, 200, 304])
        // From now on 9.0 and 9.5 get different documents.
        _ = try node.publish("Two", from: "9.2")
        #expect(try await client.update() == ["home"])
        #expect(try await title(client) == "Two")
        try await client.update()
        #expect(network.versions.withLock(\.self) == ["9.5", "9.0", "9.0", "9.5", "9.2"])
    }

    @Test func `a slow update does not bring older documents back`() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let network = Network()
        let client = try await client(network)
        let isHeldUp = Mutex(false)
        network.delay.withLock {
            $0 = { request in
                guard request.url?.path.hasPrefix("/v1/content/") ?? false else { return }
                let isFirst = isHeldUp.withLock { isHeldUp in
                    defer { isHeldUp = true }
                    return !isHeldUp
                }
                // Long enough for the later update to end first, if it did not wait for the slow one.
                if isFirst { try await Task.sleep(for: .seconds(1)) }
            }
        }
        _ = try node.publish("One", from: "9.0")
        async let slow = client.update()
        for _ in 0..<1_000 where !isHeldUp.withLock(\.self) { try await Task.sleep(for: .milliseconds(5)) }
        let newest = try node.publish("Two", from: "9.0")
        #expect(try await client.update() == ["home"])
        let changed = try await slow
        #expect(changed == ["home"])
        #expect(try await title(client) == "Two")
        #expect(await client.release == newest)
    }

    @Test(arguments: [
        "manifest?platform=ios&client_version=10.0&after=home", "bundle?platform=ios&client_version=10.0&features=x",
        "features/home?platform=ios&client_version=10.0",
    ])
    func `a signed answer to another request is not taken for the manifest`(_ path: String) async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let network = Network()
        let client = try await client(network)
        _ = try node.publish("One", from: "9.0")
        try await client.update()
        _ = try node.publish("Two", from: "9.0")
        let address = try #require(URL(string: "http://127.0.0.1:\(node.port)/v1/\(path)"))
        let other = try await answer(address)
        #expect(other.1.statusCode == 200)
        network.change.withLock { $0 = { _, _ in other } }
        await #expect(throws: ClientError.self) { try await client.update() }
        #expect(try await title(client) == "One")
    }

    @Test func `a manifest for other versions is not used`() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        _ = try node.publish("One", from: "9.0")
        let address = "http://127.0.0.1:\(node.port)/v1/manifest?platform=ios&client_version=8.0"
        let earlier = try await answer(try #require(URL(string: address)))
        let network = Network()
        let client = try await client(version: "9.0", network)
        // The answer is signed, but not for this version.
        network.change.withLock { $0 = { _, _ in earlier } }
        await #expect(throws: ClientError.otherClient) { try await client.update() }
        network.change.withLock { $0 = nil }
        try await client.update()
        #expect(try await title(client) == "One")
    }

    @Test func `an update ends with an error if every page of the manifest is the first one`() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let server = try IndexServer(try index(features: 1, release: 1), DocumentLimits())
        defer { withExtendedLifetime(server) {} }
        let network = Network()
        let client = try await client(port: server.port, network)
        try await client.update()
        let next = try index(features: 1_001, release: 2)
        server.shared.replace { $0.index = next }
        // A cache that ignores `after` answers with the page that it has.
        let kept = Mutex<(Data, HTTPURLResponse)?>(nil)
        let asked = Mutex(0)
        network.change.withLock {
            $0 = { data, response in
                // Without an error the update would ask for ever.
                let count = asked.withLock { asked in
                    asked += 1
                    return asked
                }
                guard count < 10 else { throw Offline() }
                return kept.withLock { kept in
                    let first = kept ?? (data, response)
                    kept = first
                    return first
                }
            }
        }
        await #expect(throws: ClientError.notAManifest) { try await client.update() }
        #expect(await client.release == 1)
        #expect(await client.document("f0") != nil)
        network.change.withLock { $0 = nil }
        #expect(try await client.update().count == 1_000)
        #expect(await client.release == 2)
    }

    @Test func `if a cache has kept a page of an earlier release, the manifest is fetched again past the caches`()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: directory) }
        let server = try IndexServer(try index(features: 1_001, release: 1), DocumentLimits())
        defer { withExtendedLifetime(server) {} }
        let network = Network()
        let client = try await client(port: server.port, network)
        // In the order of bytes, f999 is the last of f0 … f1000, so it is alone on the second page.
        let query = "platform=ios&client_version=10.0&after=f998"
        let address = try #require(URL(string: "http://127.0.0.1:\(server.port)/v1/manifest?\(query)"))
        let stale = try await answer(address)
        #expect(stale.1.statusCode == 200)
        let next = try index(features: 1_001, release: 2)
        server.shared.replace { $0.index = next }

        network.change.withLock {
            $0 = { data, response in network.requests.withLock(\.last) == "page" ? stale : (data, response) }
        }
        #expect(try await client.update().count == 1_001)
        #expect(await client.release == 2)
        let pages = ["manifest", "page", "manifest no-cache", "page no-cache"]
        #expect(network.requests.withLock(\.self) == pages + ["content"])

        // Nodes may disagree for longer; the update then fails.
        network.requests.withLock { $0 = [] }
        network.change.withLock {
            $0 = { data, response in
                network.requests.withLock { $0.last?.hasPrefix("page") ?? false } ? stale : (data, response)
            }
        }
        await #expect(throws: ClientError.changedMeanwhile) { try await client.update() }
        #expect(network.requests.withLock(\.self) == pages)
        #expect(await client.document("f0") != nil)
        network.change.withLock { $0 = nil }
    }

    @Test func `if the server does not have a content of the manifest, the manifest is fetched again past the caches`()
        async throws
    {
        defer { try? FileManager.default.removeItem(at: directory) }
        let network = Network()
        let client = try await client(network)
        _ = try node.publish("One", from: "9.0")
        let address = try #require(URL(string: "http://127.0.0.1:\(node.port)/v1/content/none"))
        let missing = try await answer(address)
        #expect(missing.1.statusCode == 404)
        network.change.withLock {
            $0 = { data, response in
                let requests = network.requests.withLock(\.self)
                let isContent = requests.last?.hasPrefix("content") ?? false
                return isContent && !requests.contains("manifest no-cache") ? missing : (data, response)
            }
        }
        #expect(try await client.update() == ["home"])
        #expect(try await title(client) == "One")
        let contents = ["content", "content no-cache"]
        #expect(network.requests.withLock(\.self) == ["manifest"] + contents + ["manifest no-cache", "content"])

        _ = try node.publish("Two", from: "9.0")
        network.requests.withLock { $0 = [] }
        network.change.withLock {
            $0 = { data, response in
                network.requests.withLock { $0.last?.hasPrefix("content") ?? false } ? missing : (data, response)
            }
        }
        await #expect(throws: ClientError.status(404)) { try await client.update() }
        #expect(network.requests.withLock(\.self) == ["manifest"] + contents + ["manifest no-cache"] + contents)
        #expect(try await title(client) == "One")
        network.change.withLock { $0 = nil }
    }
}

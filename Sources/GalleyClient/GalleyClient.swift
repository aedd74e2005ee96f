public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Fetches the documents of an app from Galley's read API.
///
/// `update()` fetches the manifest, a signed list of the hashes of all documents, and the documents that the app lacks;
/// `document(_:)` returns a stored document at once, without the network. So the app need not wait to show a screen: it
/// has the last good documents or, at the first start, those that it was built with. An update replaces them with newer
/// ones.
public actor GalleyClient {
    private let configuration: ClientConfiguration
    private let fetch: Fetch
    private let cache: ContentCache
    /// The manifest whose documents are shown; nil before the first.
    private var shown: VerifiedManifest?
    private let appVersion: AppVersion?
    /// The newest verified release, even if an earlier version of the app verified it; nil before the first, and as
    /// long as it cannot be read.
    private var pinned: PinnedRelease?
    /// The hashes of the documents that were shown at the end of the last update, by feature.
    private var reported: [String: String]
    /// The update that was requested last; the next one begins after its end.
    private var latest: Task<Set<String>, any Error>?

    /// Loads one response; the default uses `URLSession`.
    public typealias Fetch = @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)

    /// Creates a client and loads what an earlier one has stored in the same directory. Several clients may use a
    /// directory at once, for example those of an app and its extensions, if they have the same platform, version and
    /// installation.
    ///
    /// - Throws: `ClientError.cannotKeep` if the directory cannot be created.
    public init(_ configuration: ClientConfiguration, fetch: @escaping Fetch = GalleyClient.load) throws {
        self.configuration = configuration
        self.fetch = fetch
        appVersion = AppVersion(configuration.clientVersion)
        cache = try ContentCache(directory: configuration.directory, keys: Set(configuration.keys.map(\.bytes)))
        pinned = try? cache.pinned()
        shown = (try? cache.manifest()).flatMap { Self.isManifest($0, for: configuration) ? $0 : nil }
        reported =
            shown.map { Self.documents(of: $0.manifest, for: configuration) } ?? Self.bundledHashes(configuration)
    }

    /// Fetches the newest manifest and the missing documents. Returns the names of the features whose documents have
    /// changed, including features that no longer have one. Before the first update, the documents are those that the
    /// app was built with.
    ///
    /// Everything is verified and stored before anything is used, so an error leaves all documents unchanged. The
    /// exception is a feature that has no document in the newest manifest, for example because it was switched off: it
    /// has none from then on, even if documents of other features cannot be fetched. So after an error the app asks
    /// again for the documents that it shows; the next update that succeeds names such features too.
    ///
    /// A document that was lost or damaged on the disk is fetched again. While the newest verified release cannot be
    /// read from the disk, every update fails, because it would accept an older one. Concurrent updates are carried out
    /// one after the other.
    ///
    /// A document is fetched once more, past the caches, if its bytes are wrong or the answer is 404. If the pages of
    /// the manifest or its documents still do not belong together, because a cache has kept an earlier answer or
    /// another node answered, the update begins again, once, and asks for the manifest past the caches.
    ///
    /// - Throws: `ClientError`, the error of `fetch`, or `CancellationError` if the task was cancelled.
    @discardableResult
    public func update() async throws -> Set<String> {
        let earlier = latest
        // Of two updates at once, the one that began before a release could end last: it would bring back the older
        // documents and remove the contents of the newer ones.
        let next: Task<Set<String>, any Error> = Task {
            _ = await earlier?.result
            try Task.checkCancellation()
            return try await refresh()
        }
        latest = next
        return try await withTaskCancellationHandler {
            try await next.value
        } onCancel: {
            next.cancel()
        }
    }

    /// The error of answers that do not belong together.
    private struct Mismatch: Error {
        let error: ClientError
    }

    /// Carries out one update; the caller ensures that no other one runs.
    private func refresh() async throws -> Set<String> {
        do { return try await refresh(revalidating: false) } catch is Mismatch {
            // The answers of the second attempt come from the nodes, and probably belong together.
        }
        do { return try await refresh(revalidating: true) } catch let mismatch as Mismatch { throw mismatch.error }
    }

    /// Carries out one attempt of an update; with `revalidating`, no cache answers requests for the manifest by itself.
    private func refresh(revalidating: Bool) async throws -> Set<String> {
        try loadNewer()
        let answer = try await newestManifest(revalidating: revalidating)
        guard let next = answer ?? shown else { return [] }
        let after = Self.documents(of: next.manifest, for: configuration)
        let pin = PinnedRelease(
            release: next.manifest.release, keys: Set(configuration.keys.map(\.bytes)),
            platform: configuration.platform, clientVersion: configuration.clientVersion, features: Set(after.keys))
        // Set before anything is stored, so that features that are switched off are hidden even if the disk is full.
        pinned = pin
        guard try cache.keep(pin) else { throw Mismatch(error: .changedMeanwhile) }
        try await fetchContents(Set(after.values))
        if let answer {
            guard try cache.keep(answer) else { throw Mismatch(error: .changedMeanwhile) }
            shown = answer
        }
        let before = reported
        reported = after
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    }

    /// Loads a newer release that another client has stored in the directory. Returns true if it is now shown.
    ///
    /// - Throws: `ClientError.cannotKeep`.
    @discardableResult
    private func loadNewer() throws -> Bool {
        if let stored = try cache.pinned(), stored.release > pinned?.release ?? 0 { pinned = stored }
        guard let stored = try? cache.manifest(), stored.manifest.release > release ?? 0,
            Self.isManifest(stored, for: configuration)
        else { return false }
        shown = stored
        return true
    }

    /// Fetches and stores the contents that are missing. If the server lacks some of them, the others are stored.
    private func fetchContents(_ hashes: Set<String>) async throws {
        var failure: Mismatch?
        for hash in hashes where cache.content(hash) == nil {
            do { try cache.keep(try await content(hash), hash: hash) } catch let mismatch as Mismatch {
                failure = mismatch
            }
        }
        if let failure { throw failure }
    }

    /// Returns the document of a feature: the stored one, or the one that the app was built with if no manifest or no
    /// intact document is stored. Nil if there is neither, or if the manifest has nothing for this client, for example
    /// because the feature is switched off.
    public func document(_ feature: String) -> Data? {
        if let pinned, pinned.platform == configuration.platform, pinned.clientVersion == configuration.clientVersion,
            !pinned.features.contains(feature)
        {
            return nil
        }
        guard let manifest = shown?.manifest else { return bundled(feature) }
        guard let arm = manifest.arm(of: feature, bucket: configuration.bucket(for: feature)) else { return nil }
        if let content = cache.content(arm.hash) { return content }
        // A client that stores a newer release removes the contents of this one.
        return (try? loadNewer()) ?? false ? document(feature) : bundled(feature)
    }

    /// The release whose documents are shown; nil before the first manifest.
    public var release: Int? { shown?.manifest.release }

    /// Loads a response with `URLSession`.
    public static let load: Fetch = { request in
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw ClientError.status(0) }
        return (data, response)
    }

    // MARK: Requests

    /// The entity tag for requests; nil if the stored manifest is not of the newest verified release. The answer 304 is
    /// not signed, so it must not stand for an older release.
    private var newestTag: String? { release == pinned?.release ? shown?.stored.entityTag : nil }

    /// Returns the newest manifest, or nil if it is the stored one.
    private func newestManifest(revalidating: Bool) async throws -> VerifiedManifest? {
        // The lowest version that gets the same manifest: a cache then stores one answer for all these versions.
        if let sharedVersion = shown?.stored.sharedVersion {
            do {
                return try await manifest(asking: sharedVersion, revalidating: revalidating)
            } catch ClientError.otherClient {
                // In a newer release, the shared version gets another manifest than the app's version.
            }
        }
        return try await manifest(asking: configuration.clientVersion, revalidating: revalidating)
    }

    /// Returns the manifest for a version, or nil if it is the stored one.
    ///
    /// - Throws: `ClientError`, which is `otherClient` if the manifest for `version` is not the one for the app's own
    ///   version; `Mismatch`; and the error of `fetch`.
    private func manifest(
        asking version: String, revalidating: Bool
    ) async throws -> VerifiedManifest? {
        var pages = 0
        var after: String?
        var manifest: Manifest?
        var tag: String?
        var sharedVersion: String?
        repeat {
            var request = URLRequest(url: manifestAddress(version: version, after: after))
            // The digest is that of the body as it is sent, and URLSession decompresses bodies before it returns them.
            request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
            if revalidating { Self.goPastCaches(&request) }
            if after == nil, let newestTag { request.setValue(newestTag, forHTTPHeaderField: "If-None-Match") }
            let (body, response) = try await fetch(request)
            if response.statusCode == 304, after == nil { return nil }
            try Self.checkStatus(of: response)
            let versions = try SignatureCheck(keys: configuration.keys).verify(
                response, body: body, platform: configuration.platform)
            guard appVersion.map(versions.contains) ?? false else { throw ClientError.otherClient }
            let page = try Manifest(body)
            // Pages of two releases do not belong together, and need not fit to each other.
            guard manifest.map({ $0.release == page.release }) ?? true else {
                throw Mismatch(error: .changedMeanwhile)
            }
            if let pinned, page.release < pinned.release {
                throw ClientError.olderRelease(page.release, than: pinned.release)
            }
            guard page.isPage(after: after) else { throw ClientError.notAManifest }
            if after == nil { tag = response.value(forHTTPHeaderField: "ETag") }
            sharedVersion = versions.first
            manifest = manifest.map { $0.joined(with: page) } ?? page
            pages += 1
            after = page.next
        } while after != nil
        guard let manifest else { return nil }
        // A manifest of several pages is always fetched whole, because its tag is that of the first page only.
        let kept = ContentCache.StoredManifest(
            entityTag: pages == 1 ? tag : nil, body: try manifest.encoded(), platform: configuration.platform,
            clientVersion: configuration.clientVersion, sharedVersion: sharedVersion)
        return VerifiedManifest(manifest: manifest, stored: kept)
    }

    /// Returns the content with a hash. Caches may keep a content for a year, so wrong bytes would stay there.
    ///
    /// - Throws: `ClientError`; `Mismatch` if the server does not have a content that its manifest names, or only other
    ///   bytes; and the error of `fetch`.
    private func content(_ hash: String) async throws -> Data {
        var request = URLRequest(url: configuration.address.appending(path: "v1/content/\(hash)"))
        do { return try await content(hash, request) } catch is Mismatch { Self.goPastCaches(&request) }
        return try await content(hash, request)
    }

    private func content(_ hash: String, _ request: URLRequest) async throws -> Data {
        let (body, response) = try await fetch(request)
        guard response.statusCode != 404 else { throw Mismatch(error: .status(404)) }
        try Self.checkStatus(of: response)
        guard Digest.sha256(body).hexadecimal == hash else { throw Mismatch(error: .wrongDigest) }
        return body
    }

    /// Changes a request so that no cache answers it by itself.
    private static func goPastCaches(_ request: inout URLRequest) {
        // The policy is for the cache of URLSession, the field for all others.
        request.cachePolicy = .reloadIgnoringLocalCacheData
        request.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
    }

    private static func checkStatus(of response: HTTPURLResponse) throws {
        guard response.statusCode != 200 else { return }
        throw ClientError.status(response.statusCode, retryAfter: response.retryAfter)
    }

    private func manifestAddress(version: String, after: String?) -> URL {
        var items = [
            URLQueryItem(name: "platform", value: configuration.platform),
            URLQueryItem(name: "client_version", value: version),
        ]
        if let after { items.append(URLQueryItem(name: "after", value: after)) }
        return configuration.address.appending(path: "v1/manifest").appending(queryItems: items)
    }

    // MARK: Documents

    /// Returns true if a stored manifest is for a client; another version of the app may get other documents.
    private static func isManifest(_ kept: VerifiedManifest, for client: ClientConfiguration) -> Bool {
        kept.stored.platform == client.platform && kept.stored.clientVersion == client.clientVersion
    }

    /// Returns the hashes of the documents that a client gets, by feature.
    private static func documents(of manifest: Manifest, for client: ClientConfiguration) -> [String: String] {
        manifest.features.keys.reduce(into: [:]) { hashes, feature in
            hashes[feature] = manifest.arm(of: feature, bucket: client.bucket(for: feature))?.hash
        }
    }

    /// Returns the hashes of the documents that the app was built with, by feature.
    private static func bundledHashes(_ client: ClientConfiguration) -> [String: String] {
        guard let folder = client.bundled,
            let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        else { return [:] }
        return files.filter { $0.pathExtension == "json" }.reduce(into: [:]) { hashes, file in
            let feature = file.deletingPathExtension().lastPathComponent
            hashes[feature] = (try? Data(contentsOf: file)).map { Digest.sha256($0).hexadecimal }
        }
    }

    private func bundled(_ feature: String) -> Data? {
        configuration.bundled.flatMap { try? Data(contentsOf: $0.appending(path: "\(feature).json")) }
    }
}

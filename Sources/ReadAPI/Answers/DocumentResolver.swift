import Cryptography
import MicroHTTP
import Publishing
import SchemaRepository

/// Resolves requests for manifests and bundles. A document is built for the first client whose version is in an
/// interval, and cached for the next ones.
struct DocumentResolver {
    let index: ReadIndex
    let limits: DocumentLimits
    let negotiation: BodyNegotiation
    /// The client's address, for the limits; nil if it is unknown.
    let sender: IPAddress?

    /// The features that a manifest or bundle lists.
    private enum Selection {
        /// A page of all features, sorted by name, that begins at an index.
        case page(Int)
        case all
        case named([FeatureIndex])
    }

    /// Returns a page of the manifest, or its header fields alone if the client needs no body.
    func manifest(_ query: ManifestQuery) throws(Problem) -> ReadResolver.Outcome {
        let features = index.manifests.ordered(index)
        // The page begins with the first name after the last name of the page before.
        let start =
            query.after.map { name in
                features.partitionPoint { name.utf8.lexicographicallyPrecedes($0.name) }
            } ?? 0
        return try document(.page(start), for: query.client)
    }

    /// Returns a bundle, or its header fields alone if the client needs no body.
    func bundle(_ query: ManifestQuery) throws(Problem) -> ReadResolver.Outcome {
        guard let names = query.features else { return try document(.all, for: query.client) }
        let features = names.compactMap { name in
            let bytes = Array(name.utf8)
            return index.feature(named: bytes.span)
        }
        return try document(.named(features), for: query.client)
    }

    private func document(_ selection: Selection, for client: ClientQuery) throws(Problem) -> ReadResolver.Outcome {
        let interval = index.manifests.interval(of: client.version, platform: client.platform, in: index)
        var key = DocumentKey(platform: client.platform, interval: interval.number)
        switch selection {
        case .page(let start): key.start = start
        case .all: break
        case .named(let features): key.names = features.map(\.snapshot.name)
        }
        if let ready = ready(key) { return ready }
        return try limits[key.kind].inTurn(for: sender) { () throws(Problem) -> ReadResolver.Outcome in
            // A thread that built before this one may have built the same document.
            if let ready = ready(key) { return ready }
            let document = try build(selection, key, for: client, interval.versions)
            index.manifests.keep(document, as: key)
            return .document(document)
        }
    }

    /// Returns a cached document, or its cached header fields if the client needs no body; nil if what the client needs
    /// is not in memory. A document that is no longer cached but whose bytes are still being sent to a client is cached
    /// again, so that these bytes are not in memory twice.
    private func ready(_ key: DocumentKey) -> ReadResolver.Outcome? {
        // The cache is searched once: if it were searched again for the bytes, another thread could have cached the
        // document in between, and this thread would replace it.
        guard let (mark, document) = index.manifests.find(key) else { return nil }
        if let head = mark.answer(to: negotiation) { return .head(head) }
        if let document { return .document(document) }
        guard let body = mark.body, let revived = served(body, mark, key) else { return nil }
        index.manifests.keep(revived, as: key)
        return .document(revived)
    }

    private func served(_ body: PreparedBody, _ mark: DocumentMark, _ key: DocumentKey) -> ServedDocument? {
        ServedDocument(
            body, mark, isCompressible: key.names == nil,
            codingBudget: key.kind == .bundle ? limits.bundle.budget : nil)
    }

    private func build(
        _ selection: Selection, _ key: DocumentKey, for client: ClientQuery, _ versions: VersionInterval
    ) throws(Problem) -> ServedDocument {
        let (json, share) = try write(selection, key.kind, for: client)
        let digest = SHA256Digest(of: json)
        let body = PreparedBody(json, share: share)
        let cacheTime =
            switch selection {
            case .page, .all: index.manifests.cacheTime(of: index)
            case .named(let features): CacheTime.ofAll(features)
            }
        let mark: DocumentMark
        if let earlier = index.manifests.find(key)?.mark, earlier.digest == digest {
            // The earlier mark also has the digests of the compressed bytes, for clients that have these bytes.
            earlier.hold(body)
            mark = earlier
        } else {
            mark = DocumentMark(
                digest, of: body, platform: client.platform, versions: versions, cacheTime: cacheTime, in: index)
        }
        guard let document = served(body, mark, key) else { throw .outOfMemory }
        return document
    }

    private func write(
        _ selection: Selection, _ kind: DocumentKind, for client: ClientQuery
    ) throws(Problem) -> (json: [UInt8], share: BodyBudget.Share?) {
        let writer = ManifestWriter(index, for: client)
        let all = index.manifests.ordered(index)
        var share: BodyBudget.Share?
        switch selection {
        case .page(let start):
            // The first page has no budget, so its size need not be estimated.
            if start > 0 { share = try self.share(of: writer.room(of: all, from: start), for: kind) }
            return (writer.page(of: all, from: start), share)
        case .all:
            let json = try writer.bundle(of: all) { (size: Int) throws(Problem) in
                share = try self.share(of: size, for: kind)
            }
            return (json, share)
        case .named(let features):
            let json = try writer.bundle(of: features, isPartial: true) { (size: Int) throws(Problem) in
                share = try self.share(of: size, for: kind)
            }
            return (json, share)
        }
    }

    /// Returns a share of `size` bytes of the memory for documents of a kind; nil if that memory is not limited. If
    /// the memory is used up, drops cached documents and ends the connections of slow clients.
    ///
    /// - Throws: `Problem` if too many such documents are being sent to clients that are not slow.
    private func share(of size: Int, for kind: DocumentKind) throws(Problem) -> BodyBudget.Share? {
        guard let budget = limits[kind].budget else { return nil }
        repeat {
            if let share = budget.share(of: size) { return share }
            // Dropping a cached document frees its memory, unless it is being sent.
        } while index.manifests.dropOldest(kind)
        if let share = budget.shareEndingSlowClients(of: size) { return share }
        let documents =
            kind == .bundle ? "bundles" : "bundles of named features and later pages of the manifest"
        throw Problem(kind: .overloaded, detail: "Too many \(documents) are being sent; ask again soon.")
    }
}

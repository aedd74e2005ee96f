import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository

/// Resolves the target of a GET or HEAD request to an outcome or a problem, independently of the network.
/// `UnescapedFeatureTarget` is the fast path to editions.
struct ReadResolver {
    let state: ServingState
    var freshness = Freshness.Reading()
    /// The answers and connections for the metrics.
    var traffic = Traffic()
    /// The limits for manifests and bundles.
    var limits = DocumentLimits()
    /// The part of the request that decides if a manifest or bundle is needed with its body.
    var negotiation = BodyNegotiation()
    /// The client's address, for the limits; nil if it is unknown.
    var client: IPAddress?

    /// The result of resolving a target. Editions of a feature, contents (the bytes of an edition, requested by their
    /// hash) and documents (manifests and bundles) keep their prepared responses for the next client; a page is built
    /// for one request. Of these, only editions are counted as fetches.
    enum Outcome {
        case edition(ServedEdition)
        case content(ServedContent)
        case document(ServedDocument)
        /// The fields of a manifest or bundle for a client that needs no body.
        case head(ReadAnswer)
        case page(Response)
    }

    /// Resolves a raw target with path and query.
    ///
    /// - Throws: The `Problem` with which the request is answered.
    func outcome(of target: String) throws(Problem) -> Outcome {
        // The request is not logged, so it needs no id.
        let request = Request(.get, target, id: "")
        switch PreparedRoute(path: request.path) {
        case .health: return .page(page(#"{"status":"ok"}"#))
        case .readiness: return .page(readiness)
        case .metrics: return .page(metrics)
        case .openAPI:
            let text = OpenAPIDocument.text(platforms: state.index?.platforms ?? [])
            return .page(page(text, cacheControl: "public, max-age=300"))
        case .keys: return .page(try keys)
        case .manifest: return try manifest(for: request)
        case .bundle: return try bundle(for: request)
        case .content: return .content(try content(at: request.path))
        case nil: return .edition(try edition(for: request))
        }
    }

    /// Returns the index.
    ///
    /// - Throws: `Problem` before the first snapshot.
    func loadedIndex() throws(Problem) -> ReadIndex {
        guard let index = state.index else {
            throw Problem(kind: .notReady, detail: "This node has not loaded its first snapshot; ask again soon.")
        }
        return index
    }

    private func content(at path: String) throws(Problem) -> ServedContent {
        let hash = path.dropFirst(Routes.contents.count)
        guard let content = try loadedIndex().content(hash: String(hash)) else {
            throw Problem(
                kind: .contentNotFound, detail: "No edition has, or recently had, the hash “\(hash.prefix(100))”.")
        }
        return content
    }

    /// Returns the resolver for manifests and bundles.
    private func documents(of index: ReadIndex) -> DocumentResolver {
        DocumentResolver(index: index, limits: limits, negotiation: negotiation, sender: client)
    }

    private func manifest(for request: Request) throws(Problem) -> Outcome {
        let index = try loadedIndex()
        return try documents(of: index).manifest(ManifestQuery(request.query, platforms: index.platforms))
    }

    private func bundle(for request: Request) throws(Problem) -> Outcome {
        let index = try loadedIndex()
        return try documents(of: index).bundle(ManifestQuery(request.query, platforms: index.platforms))
    }

    /// The response with the public keys. Caches may keep it for five minutes, because a new key signs together with
    /// the earlier one until the earlier one is retired.
    private var keys: Response {
        get throws(Problem) {
            var response = page(try loadedIndex().signer.keySet, cacheControl: "public, max-age=300")
            response.headers[.contentType] = "application/jwk-set+json"
            return response
        }
    }

    private func edition(for request: Request) throws(Problem) -> ServedEdition {
        let path = request.path
        guard path.hasPrefix(Routes.features),
            let name = PercentCoding.strictlyDecode(path.utf8.dropFirst(Routes.features.utf8.count)), !name.isEmpty,
            !name.contains("/")
        else { throw Problem(kind: .notFound, detail: "The OpenAPI document at \(Routes.openAPI) describes the API.") }
        let index = try loadedIndex()
        let query = try FeatureQuery(request.query, platforms: index.platforms)
        let bytes = Array(name.utf8)
        guard let feature = index.feature(named: bytes.span) else {
            throw Problem(kind: .featureNotFound, detail: "No published feature has the name “\(name.prefix(100))”.")
        }
        let client = query.client
        let platform = Array(client.platform.utf8)
        switch feature.outcome(platform: platform.span, key: client.version.sortKey, bucket: query.bucket) {
        case .edition(let edition): return edition
        case .switchedOff:
            throw Problem(
                kind: .switchedOff, detail: "“\(name)” is switched off on \(client.platform).",
                cacheTime: feature.snapshot.cacheTime)
        case .noConfig:
            throw Problem(
                kind: .noConfigForVersion,
                detail: "“\(name)” has no edition for this client (\(client.platform) \(client.version)).",
                cacheTime: feature.snapshot.cacheTime)
        }
    }

    /// The readiness page. The node is ready as soon as it has loaded a snapshot, and stays ready when the database
    /// does not answer.
    private var readiness: Response {
        guard let index = state.index else {
            var response = page(#"{"status":"starting"}"#)
            response.status = .serviceUnavailable
            response.headers[.retryAfter] = "1"
            return response
        }
        let database = freshness.isConnected ? "connected" : "away"
        let age = freshness.age.map { String(Double($0) / 1_000) } ?? "null"
        let lag = lag.map(String.init) ?? "null"
        let storage = state.storage.map { #","storage":"\#($0.rawValue)""# } ?? ""
        return page(
            #"{"status":"ready","release":\#(index.release),"database":"\#(database)","age_seconds":\#(age),"#
                + #""lag":\#(lag)\#(storage)}"#
        )
    }

    /// The number of releases that the node does not serve yet, by the database's last answer; nil before the first
    /// answer.
    private var lag: Int? {
        freshness.newest.map { max(0, $0 - (state.index?.release ?? 0)) }
    }

    /// The metrics of the process in the text format of Prometheus.
    private var metrics: Response {
        var text = MetricsText()
        text.gauge("ready", "1 if the node serves a snapshot.", state.index != nil)
        if let index = state.index {
            text.gauge("release", "The newest release that the node serves.", Double(index.release))
        }
        if let lag {
            text.gauge("release_lag", "Releases of the database that the node does not serve yet.", Double(lag))
        }
        text.gauge("database_connected", "1 if the database answered in the last two seconds.", freshness.isConnected)
        if let age = freshness.age {
            text.gauge(
                "snapshot_age_seconds", "Seconds since the database last confirmed the release as the newest.",
                Double(age) / 1_000)
        }
        if let storage = state.storage {
            text.gauge("storage_ok", "1 unless the snapshot on disk cannot be read or written.", storage == .ok)
        }
        text.add(traffic.reading)
        var response = text.response
        SecurityFields.complete(&response.headers, with: SecurityFields.read)
        return response
    }

    private func page(_ json: String, cacheControl: String = CachePolicy.never) -> Response {
        var response = Response.json(Array(json.utf8))
        response.headers[.cacheControl] = cacheControl
        SecurityFields.complete(&response.headers, with: SecurityFields.read)
        return response
    }
}

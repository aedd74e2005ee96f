import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository

/// Resolves any target to a page, an edition or a problem, without a socket. `PlainTarget` is the fast path to
/// editions.
struct ReadResolver {
    let state: ServingState
    var freshness = Freshness.Reading()

    /// The result of resolving a target.
    enum Outcome {
        case edition(ServedEdition)
        case page(Response)
    }

    /// Resolves a raw target with path and query.
    ///
    /// - Throws: `Problem`.
    func outcome(of target: String) throws(Problem) -> Outcome {
        // The request is not logged, so it needs no id.
        let request = Request(.get, target, id: "")
        switch request.path {
        case Routes.health: return .page(page(#"{"status":"ok"}"#))
        case Routes.readiness: return .page(readiness)
        case Routes.openAPI: return .page(page(OpenAPIDocument.text, cacheControl: "public, max-age=300"))
        default: return .edition(try edition(for: request))
        }
    }

    private func edition(for request: Request) throws(Problem) -> ServedEdition {
        let path = request.path
        guard path.hasPrefix(Routes.features),
            let name = PercentCoding.strictlyDecode(path.utf8.dropFirst(Routes.features.utf8.count)), !name.isEmpty,
            !name.contains("/")
        else { throw Problem(kind: .notFound, detail: "The OpenAPI document at \(Routes.openAPI) describes the API.") }
        guard let index = state.index else {
            throw Problem(kind: .notReady, detail: "This node has not loaded its first snapshot; ask again soon.")
        }
        let query = try FeatureQuery(request.query, platforms: index.platforms)
        let bytes = Array(name.utf8)
        guard let feature = index.feature(named: bytes.span) else {
            throw Problem(kind: .featureNotFound, detail: "No feature “\(name.prefix(100))” was ever published.")
        }
        let platform = Array(query.platform.utf8)
        switch feature.outcome(platform: platform.span, key: query.version.sortKey, bucket: query.bucket) {
        case .edition(let edition): return edition
        case .switchedOff:
            throw Problem(kind: .switchedOff, detail: "“\(name)” is switched off on \(query.platform).")
        case .noConfig:
            throw Problem(
                kind: .noConfigForVersion,
                detail: "Nothing of “\(name)” is published for \(query.platform) \(query.version).")
        }
    }

    /// The readiness page. The node is ready once it holds a snapshot, and stays ready if the database goes away.
    private var readiness: Response {
        guard let index = state.index else {
            var response = page(#"{"status":"starting"}"#)
            response.status = .serviceUnavailable
            response.headers[.retryAfter] = "1"
            return response
        }
        let database = freshness.isConnected ? "connected" : "away"
        let age = freshness.age.map { String(Double($0) / 1_000) } ?? "null"
        let storage = state.storage.map { #","storage":"\#($0.rawValue)""# } ?? ""
        return page(
            #"{"status":"ready","release":\#(index.release),"database":"\#(database)","age_seconds":\#(age)\#(storage)}"#
        )
    }

    private func page(_ json: String, cacheControl: String = CachePolicy.never) -> Response {
        var response = Response.json(Array(json.utf8))
        response.headers[.cacheControl] = cacheControl
        SecurityFields.complete(&response.headers, with: SecurityFields.read)
        return response
    }
}

import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository

/// From any target to what it names, without a socket: pages, editions, and the reason where there is neither.
/// `PlainTarget` is the short way to editions.
struct ReadResolver {
    let state: ServingState
    var freshness = Freshness.Reading()

    /// What a target names.
    enum Outcome {
        case edition(ServedEdition)
        case page(Response)
    }

    /// Resolves a raw target, path and query.
    ///
    /// - Throws: `Problem`.
    func outcome(of target: String) throws(Problem) -> Outcome {
        // Nothing logs it, so it needs no name.
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
        else { throw Problem(kind: .notFound, detail: "The OpenAPI document at \(Routes.openAPI) says what there is.") }
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

    /// Ready: migrated, schemas loaded, snapshot held. A lost database does not take that away.
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

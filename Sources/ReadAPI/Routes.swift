/// The URLs of the read API.
///
/// A route answered from the index is a case of `PreparedRoute`; one that waits, has a body or needs the database
/// stands in `ServiceAPI.router` and in the proxy of `docker-compose.yml`.
enum Routes {
    static let features = "/v1/features/"
    static let contents = "/v1/content/"
    static let manifest = "/v1/manifest"
    static let bundle = "/v1/bundle"
    static let changes = "/v1/changes"
    static let stream = "/v1/stream"
    static let keys = "/v1/keys"
    static let options = "/v1/options/"
    /// The end of the address of a form's steps, after that of the feature.
    static let steps = "/steps"
    static let reports = "/v1/reports"
    /// The beginning of the addresses that a test device uses instead of the usual ones, before its token.
    static let devices = "/v1/devices/"
    static let openAPI = "/v1/openapi.json"
    static let health = "/healthz"
    static let readiness = "/readyz"
    static let metrics = "/metrics"
}

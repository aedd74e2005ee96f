/// The URLs of the read API.
///
/// A route that both processes answer without the database is a case of `PreparedRoute`. A route that waits, has a body
/// or needs the database is registered in `ServiceAPI.router` and listed in the proxy of `docker-compose.yml`.
enum Routes {
    /// The prefix of a feature's path as constant bytes, so that a path is compared without a `String`.
    static let featuresBytes: StaticString = "/v1/features/"
    static let features = featuresBytes.description
    static let contents = "/v1/content/"
    static let manifest = "/v1/manifest"
    static let bundle = "/v1/bundle"
    static let changes = "/v1/changes"
    static let stream = "/v1/stream"
    static let keys = "/v1/keys"
    static let options = "/v1/options/"
    /// The suffix of a feature's path for the steps of a form.
    static let steps = "/steps"
    static let reports = "/v1/reports"
    /// The prefix of the paths for test devices; the token follows, and then a path of the read API.
    static let devices = "/v1/devices/"
    static let openAPI = "/v1/openapi.json"
    static let health = "/healthz"
    static let readiness = "/readyz"
    static let metrics = "/metrics"
}

/// The URLs of the read API.
enum Routes {
    static let features = "/v1/features/"
    static let openAPI = "/v1/openapi.json"
    static let health = "/healthz"
    static let readiness = "/readyz"
}

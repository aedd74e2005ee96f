import HTTPTypes
import MicroHTTP

/// The icon that browsers request for documents that declare none, such as previews.
struct Favicon: Sendable {
    let assets: StaticFiles

    /// Returns Galley's icon with cross-origin access, because a sandboxed preview has another origin.
    func respond(to request: Request) -> Response {
        var response = assets.respond(to: request, path: "galley.svg")
        if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { response.headers[name] = "cross-origin" }
        return response
    }
}

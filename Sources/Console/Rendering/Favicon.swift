import HTTPTypes
import MicroHTTP

/// The icon that browsers ask for where a page names none, as previews do.
struct Favicon: Sendable {
    let assets: StaticFiles

    /// Galley's icon, also for a preview: its sandbox makes it another site, whose images must be allowed to it.
    func respond(to request: Request) -> Response {
        var response = assets.respond(to: request, path: "galley.svg")
        if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { response.headers[name] = "cross-origin" }
        return response
    }
}

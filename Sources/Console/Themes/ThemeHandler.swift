import HTTPTypes
import MicroHTTP

/// Stores a person's choice of theme in a cookie, which lasts for a year.
struct ThemeHandler: Sendable {
    let csrf: CSRF

    /// Stores the choice and returns to the page. A choice that is invalid or comes from another site is not stored.
    @Sendable func update(_ request: Request) throws -> Response {
        let form = request.form
        let back = form["return"].flatMap { Paths.isLocal($0) ? $0 : nil } ?? "/"
        var response = Response.seeOther(back)
        guard csrf.isFromHere(request), let theme = form["theme"], ["light", "dark"].contains(theme) else {
            return response
        }
        response.headers[.setCookie] = "theme=\(theme); Path=/; Max-Age=31536000; SameSite=Lax"
        return response
    }
}

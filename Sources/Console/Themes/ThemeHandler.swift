import HTTPTypes
import MicroHTTP

/// The reader's choice of theme, kept in a cookie.
struct ThemeHandler: Sendable {
    let csrf: CSRF

    /// Keeps the choice and goes back.
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

import Cryptography
package import HTTPTypes
import Logging
package import MicroHTTP
import Publishing

/// The pages of analysts, reviewers, release managers and administrators.
package struct Console: Sendable {
    /// The largest body that any route takes, in bytes; the listener must let it through.
    package static let largestBody = Routes.largestBody

    private let router: Router
    private let signing: Signing
    private let errors: ErrorPages
    private let logger: Logger

    /// Reads the templates and lays out the routes.
    ///
    /// - Throws: When a template is missing or does not parse.
    package init(_ dependencies: ConsoleDependencies) throws {
        let pages = try PageRenderer(templates: dependencies.templates)
        logger = dependencies.logger
        signing = Signing(key: SigningKey(dependencies.signingKey))
        errors = ErrorPages(
            pages: pages, csrf: CSRF(signing: signing, baseURL: dependencies.baseURL), database: dependencies.database)
        router = Routes.router(dependencies, signing: signing, pages: pages, errors: errors)
    }

    /// The answer to a request; what fails inside is logged and becomes a page.
    package func respond(to request: Request) throws -> Response {
        let request = request.parsedAsForm
        do {
            guard !request.hasTooManyFields else { return try errors.tooManyFields(request) }
            if !Routes.worksWithoutDatabase(request.path) { try signing.prepare() }
            let response = try router.respond(to: request)
            // The router knows no pages: what it refuses itself becomes one, with the fields it set.
            guard response.headers[.contentType] == "application/problem+json" else { return response }
            var page = try errors.refused(request, status: response.status)
            for name in [HTTPField.Name.allow, .connection] { page.headers[name] = response.headers[name] }
            page.route = response.route
            return page
        } catch  where isDatabaseAway(error) {
            logger.error("database away", metadata: ["error": "\(error)", "request": "\(request.id)"])
            return try errors.databaseAway(request)
        } catch PasswordHashError.busy {
            return try errors.busy(request)
        } catch {
            logger.error("handler failed", metadata: ["error": "\(error)", "request": "\(request.id)"])
            return try errors.failed(request)
        }
    }

    /// The bytes of body that are read with a request, for the listener: none of strangers, but for small forms. Where
    /// that cannot be found out none are, and the handler says why.
    package func bodyLimit(for request: Request) -> Int {
        do {
            return try router.bodyLimit(for: request.parsedAsForm)
        } catch {
            return 0
        }
    }

    /// Every route as (method, pattern).
    package var routes: [(method: HTTPRequest.Method, pattern: String)] { router.table }
}

extension Request {
    /// The request with its query read as forms send it: queries come from our own forms, and a plus in an address of
    /// ours is escaped.
    var parsedAsForm: Request {
        var request = self
        request.query = formQuery
        return request
    }

    /// The addresses that the client's subscriber has, as text.
    var network: String { IPAddress(remoteAddress)?.subscriber.description ?? remoteAddress }
}

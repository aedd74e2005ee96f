import Cryptography
package import HTTPTypes
import JSONText
import Logging
package import MicroHTTP
import Publishing

/// The web console for analysts, reviewers, release managers and administrators, and the management API for programs.
package struct Console: Sendable {
    /// The maximum size of a request's body on any route, in bytes; the listener must accept bodies of this size.
    package static let largestBody = Routes.largestBody

    private let router: Router
    private let signedIn: SignedIn
    private let signing: Signing
    private let errors: ErrorPages
    private let texts: Texts
    private let logger: Logger
    private let heavyWork: FairWorkQueue
    private let impacts: SchemaImpactStore
    private let clients: ClientStore

    /// Loads the templates and sets up the routes.
    ///
    /// - Throws: If a file that the console needs, such as a template, is missing or invalid.
    package init(_ dependencies: ConsoleDependencies) throws {
        let pages = try PageRenderer(templates: dependencies.templates)
        texts = pages.texts
        logger = dependencies.logger
        heavyWork = FairWorkQueue(dependencies.heavyWork)
        impacts = dependencies.stores.schemaImpacts
        clients = dependencies.stores.clients
        signing = Signing(key: SharedKey(dependencies.signingKey))
        errors = ErrorPages(
            pages: pages, csrf: CSRF(signing: signing, baseURL: dependencies.baseURL), database: dependencies.database)
        (router, signedIn) = Routes.router(
            dependencies, signing: signing, pages: pages, errors: errors,
            description: try APIDescription(templates: dependencies.templates), heavyWork: heavyWork)
    }

    /// Returns the response to a request. Errors are answered with a page, or with problem details for programs;
    /// unexpected errors are logged. Throws only if the answer to an error cannot be created.
    package func respond(to request: Request) throws -> Response {
        try Texts.$current.withValue(texts) {
            try answer(parsed(request), router.respond)
        }
    }

    /// Returns the response to a request whose body the listener refused: a page, or problem details for programs.
    package func refuse(_ request: Request, because refusal: Refusal) throws -> Response {
        try Texts.$current.withValue(texts) { try answer(request) { _ in refusal.response } }
    }

    private func answer(_ request: Request, _ handler: (Request) throws -> Response) throws -> Response {
        let answers: any ErrorAnswers = ErrorProblems.answer(request) ? ErrorProblems() : errors
        do {
            guard !request.hasTooManyFields else { return try answers.tooManyFields(request) }
            if !Routes.worksWithoutDatabase(request.path) { try signing.prepare() }
            let response = try handler(request)
            // The router and the listener refuse requests with problem details. A browser gets a page instead, with the
            // same `Allow` and `Connection` header fields.
            guard response.headers[.contentType] == "application/problem+json", !ErrorProblems.answer(request) else {
                return response
            }
            var page = try unknown(request, response.status) ?? errors.refused(request, status: response.status)
            for name in [HTTPField.Name.allow, .connection] { page.headers[name] = response.headers[name] }
            page.route = response.route
            return page
        } catch  where isDatabaseAway(error) {
            logger.error("the database does not answer", metadata: ["error": "\(error)", "request": "\(request.id)"])
            return try answers.databaseAway(request)
        } catch  where isChangeWaiting(error) {
            logger.warning("request waited too long for another change", metadata: ["request": "\(request.id)"])
            return try answers.changeWaiting(request)
        } catch is PasswordHashError {
            return try answers.busy(request)
        } catch {
            logger.error("handler failed", metadata: ["error": "\(error)", "request": "\(request.id)"])
            return try answers.failed(request)
        }
    }

    /// Returns the “not found” page, with the navigation, for an address that matches no route; nil for other refusals,
    /// for addresses of assets and health checks, for posted forms, and if nobody is signed in.
    private func unknown(_ request: Request, _ status: HTTPResponse.Status) throws -> Response? {
        guard status == .notFound, !Routes.worksWithoutDatabase(request.path) else { return nil }
        return try signedIn.notFound(request)
    }

    /// Continues the checks of documents against proposed schema releases for about a second. The checks run in
    /// batches, and waiting requests are handled between two batches.
    package func advanceImpacts() {
        advance("impact of proposed schemas") { try impacts.advance() }
    }

    /// Continues the report on registered builds for about a second, unless it is up to date; a release, an adoption of
    /// schemas or a registration makes it outdated. The comparison with the live documents runs in batches, and waiting
    /// requests are handled between two batches.
    package func advanceClientReport() {
        // No request waits for the report. A batch that exceeds its budget is repeated from its beginning, so the
        // budget must suffice for every batch.
        advance("report on registered builds") {
            try clients.advanceReport(work: WorkBudget(duration: .seconds(600), steps: .max, memory: .max))
        }
    }

    /// Repeats a step for about a second, or until it returns false or too many requests wait.
    private func advance(_ subject: String, _ step: () throws -> Bool) {
        let end = ContinuousClock.now + .seconds(1)
        do {
            while ContinuousClock.now < end {
                let hasAdvanced = try heavyWork.run(of: .subject(subject), size: 0) { try step() }
                if hasAdvanced != true { return }
            }
        } catch  where isDatabaseAway(error) {
            // Requests log that the database is unavailable, so this is not logged. The batch is repeated later.
        } catch {
            // The batch is repeated at the next turn.
            logger.warning("\(subject) not computed", metadata: ["error": "\(error)"])
        }
    }

    /// Returns the maximum size of a request's body in bytes, for the listener. A request from an unknown sender may
    /// have no body, or only a small form. Returns 0 if the limit cannot be determined; the handler then reports why.
    package func bodyLimit(for request: Request) -> Int {
        do {
            return try router.bodyLimit(for: parsed(request))
        } catch {
            return 0
        }
    }

    private func parsed(_ request: Request) -> Request {
        ErrorProblems.answer(request) ? request.parsedForPrograms : request.parsedAsForm
    }

    /// Every route as (method, pattern).
    package var routes: [(method: HTTPRequest.Method, pattern: String)] { router.table }
}

extension Request {
    /// The request with its query parsed like a form, in which a plus sign stands for a space. Browsers and most
    /// libraries of programs write a space as a plus sign, and a plus sign as `%2B`.
    var parsedAsForm: Request {
        var request = self
        request.query = formQuery
        return request
    }

    /// Parameters of the management API whose values have no spaces: times and versions.
    private static let spaceless: Set = ["at", "client_version", "since", "until"]

    /// The request with its query parsed like a form, except that a plus sign in a time or a version remains a plus
    /// sign, because people who type an address do not escape it.
    var parsedForPrograms: Request {
        var request = self
        request.query.items = zip(formQuery.items, query.items).map { form, plain in
            Self.spaceless.contains(form.name) ? plain : form
        }
        return request
    }

    /// The client's network as text: the part of the IP address that usually belongs to one subscriber, which is all of
    /// an IPv4 address or the first 64 bits of an IPv6 address. The remote address itself if it is not an IP address.
    var network: String { IPAddress(remoteAddress)?.subscriber.description ?? remoteAddress }
}

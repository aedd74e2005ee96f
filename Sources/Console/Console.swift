import Cryptography
package import HTTPTypes
import JSONText
import Logging
package import MicroHTTP
import Publishing

/// The web console for analysts, reviewers, release managers and administrators.
package struct Console: Sendable {
    /// The maximum body of any route in bytes; the listener must accept it.
    package static let largestBody = Routes.largestBody

    private let router: Router
    private let signing: Signing
    private let errors: ErrorPages
    private let texts: Texts
    private let logger: Logger
    private let heavyWork: HeavyWork
    private let impacts: SchemaImpactStore
    private let clients: ClientStore

    /// Loads the templates and sets up the routes.
    ///
    /// - Throws: If a template is missing or invalid.
    package init(_ dependencies: ConsoleDependencies) throws {
        let pages = try PageRenderer(templates: dependencies.templates)
        texts = pages.texts
        logger = dependencies.logger
        heavyWork = HeavyWork(dependencies.heavyWork)
        impacts = dependencies.stores.schemaImpacts
        clients = dependencies.stores.clients
        signing = Signing(key: SharedKey(dependencies.signingKey))
        errors = ErrorPages(
            pages: pages, csrf: CSRF(signing: signing, baseURL: dependencies.baseURL), database: dependencies.database)
        router = Routes.router(
            dependencies, signing: signing, pages: pages, errors: errors,
            description: try APIDescription(templates: dependencies.templates), heavyWork: heavyWork)
    }

    /// Returns the answer to a request; an error is logged and becomes a page, or problem details for programs.
    package func respond(to request: Request) throws -> Response {
        try Texts.$current.withValue(texts) {
            try answer(ErrorProblems.answer(request) ? request : request.parsedAsForm, router.respond)
        }
    }

    /// Returns the answer to a request whose body the listener refused: a page, or problem details for programs.
    package func refuse(_ request: Request, because refusal: Refusal) throws -> Response {
        try Texts.$current.withValue(texts) { try answer(request) { _ in refusal.response } }
    }

    private func answer(_ request: Request, _ handler: (Request) throws -> Response) throws -> Response {
        let answers: any ErrorAnswers = ErrorProblems.answer(request) ? ErrorProblems() : errors
        do {
            guard !request.hasTooManyFields else { return try answers.tooManyFields(request) }
            if !Routes.worksWithoutDatabase(request.path) { try signing.prepare() }
            let response = try handler(request)
            // Routers and listeners do not know pages, so their refusals become pages here, with the header fields set.
            guard response.headers[.contentType] == "application/problem+json", !ErrorProblems.answer(request) else {
                return response
            }
            var page = try errors.refused(request, status: response.status)
            for name in [HTTPField.Name.allow, .connection] { page.headers[name] = response.headers[name] }
            page.route = response.route
            return page
        } catch  where isDatabaseAway(error) {
            logger.error("database away", metadata: ["error": "\(error)", "request": "\(request.id)"])
            return try answers.databaseAway(request)
        } catch  where isChangeWaiting(error) {
            logger.warning("change waited too long for another one", metadata: ["request": "\(request.id)"])
            return try answers.changeWaiting(request)
        } catch PasswordHashError.busy {
            return try answers.busy(request)
        } catch {
            logger.error("handler failed", metadata: ["error": "\(error)", "request": "\(request.id)"])
            return try answers.failed(request)
        }
    }

    /// Checks waiting documents against a proposed schema release for about a second, in batches; requests take
    /// turns with the batches.
    package func advanceImpacts() {
        advance("impact") { try impacts.advance() }
    }

    /// Compares registered builds with what is live for about a second, if a release, an adoption of schemas
    /// or a registration is not compared yet; in batches, and requests take turns with them.
    package func advanceClientReport() {
        // Nobody waits, and a batch that is cut short would never be finished.
        advance("report on registered builds") {
            try clients.advanceReport(work: WorkBudget(duration: .seconds(600), steps: .max, memory: .max))
        }
    }

    /// Takes steps of work for about a second, as long as they return true.
    private func advance(_ subject: String, _ step: () throws -> Bool) {
        let end = ContinuousClock.now + .seconds(1)
        do {
            while ContinuousClock.now < end {
                let went = try heavyWork.run(of: .subject(subject), size: 0) { try step() }
                if went != true { return }
            }
        } catch  where isDatabaseAway(error) {
            // Requests report it; the batch is done again when the database is back.
        } catch {
            // The batch is done again at the next turn.
            logger.warning("\(subject) not computed", metadata: ["error": "\(error)"])
        }
    }

    /// Returns the maximum body of a request in bytes, for the listener: only small forms for unknown visitors. Returns
    /// 0 if that cannot be decided; the handler then reports the reason.
    package func bodyLimit(for request: Request) -> Int {
        do {
            return try router.bodyLimit(for: ErrorProblems.answer(request) ? request : request.parsedAsForm)
        } catch {
            return 0
        }
    }

    /// Every route as (method, pattern).
    package var routes: [(method: HTTPRequest.Method, pattern: String)] { router.table }
}

extension Request {
    /// The request with its query parsed like a form, in which a plus stands for a space: the queries of pages come
    /// from Galley's own forms, and Galley's own links escape a plus.
    var parsedAsForm: Request {
        var request = self
        request.query = formQuery
        return request
    }

    /// The network of the client's address, as text.
    var network: String { IPAddress(remoteAddress)?.subscriber.description ?? remoteAddress }
}

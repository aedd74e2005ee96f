import HTTPTypes
package import Logging
package import MicroHTTP
package import PostgreSQL
import Publishing

/// The part of the API for mobile clients whose requests wait, carry a body or need the database; it also answers every
/// `PreparedRoute`, as the read process does.
///
/// It has an index of its own, so that each process can serve without the other. To save memory, it compresses only
/// bodies that a client wants compressed.
package final class ServiceAPI: Sendable {
    private let api: ReadAPI
    private let limiter: ConcurrencyLimiter
    let optionLists: OptionListStore
    let renderFailures: RenderFailureStore
    let links: SharedLinkStore
    let schemaReleases: SchemaReleaseStore
    let reports = ReportLimit()
    let answerStep: StepAnswering
    /// Limits the number of steps that are checked at the same time.
    let steps = ConcurrencyLimiter(limit: stepPlaces, queue: stepQueue, patience: stepPatience)
    /// Limits the number of requests for options that the database answers without a search.
    let optionPages: ConcurrencyLimiter
    /// Limits the number of requests for options for which the database searches a list.
    let optionSearches: ConcurrencyLimiter
    /// The memory for pages of option lists that are being sent. The pages of slow clients make room for others.
    let optionBudget = BodyBudget(bytes: optionMemory, reserve: optionReserve)
    /// Limits the number of texts that are checked for test devices at the same time.
    let devices = ConcurrencyLimiter(limit: devicePlaces, queue: deviceQueue, patience: devicePatience)
    var shared: SharedState { api.shared }

    /// Creates the API over a database; `start` loads and follows it.
    ///
    /// `snapshotDirectory`: The directory that stores the last good snapshot, for a start without the database; it must
    /// not be the one of the read process. Nil stores none. `node`: The name under which the process reports to the
    /// database which release it serves; nil reports nothing. `answerStep`: Answers a step of a form.
    package convenience init(
        pool: ConnectionPool, snapshotDirectory: String? = nil, logger: Logger = Logger(label: "galley.service"),
        node: String? = nil, answerStep: @escaping StepAnswering
    ) {
        self.init(
            pool: pool, snapshotDirectory: snapshotDirectory, logger: logger, waiting: ConcurrencyLimiter.defaultLimit,
            node: node, answerStep: answerStep)
    }

    init(
        pool: ConnectionPool, snapshotDirectory: String?, logger: Logger, waiting: Int, node: String? = nil,
        answerStep: @escaping StepAnswering
    ) {
        self.answerStep = answerStep
        optionLists = OptionListStore(pool: pool)
        optionPages = Self.optionPages(for: pool)
        optionSearches = Self.optionSearches(for: pool)
        renderFailures = RenderFailureStore(pool: pool)
        links = SharedLinkStore(pool: pool)
        schemaReleases = SchemaReleaseStore(pool: pool)
        api = ReadAPI(
            pool: pool, snapshotDirectory: snapshotDirectory, logger: logger, isCompressingAhead: false,
            hasThreadPerConnection: true, node: node)
        limiter = ConcurrencyLimiter(limit: waiting)
    }

    /// Serves the snapshot on disk, if any, and follows the database.
    package func start() { api.start() }

    /// Ends the requests that wait for a release, and stops following.
    package func stop() {
        shared.released.close()
        api.stop()
    }

    /// Counts the answers and connections of the process's listener, for the metrics.
    package var traffic: Traffic { shared.traffic }

    /// Reports the served release to the database now.
    ///
    /// - Throws: The error of the database.
    package func report() throws { try api.report() }

    /// The release being served, 0 if nothing has been released; nil before the first snapshot is loaded.
    package var release: Int? { api.release }

    /// The routes with their handlers.
    package var router: Router {
        var router = Router()
        for route in PreparedRoute.allCases {
            router.on(.get, route.pattern) { [self] in prepared($0) }
        }
        router.on(.get, Routes.changes, answering(changes))
        router.on(.get, Routes.stream, answering(stream))
        router.on(.get, Routes.options + ":list", answering(optionsPage))
        router.on(.post, Routes.features + ":name" + Routes.steps, bodyLimit: Self.maximumStepBytes, answering(step))
        router.on(.get, Routes.devices + ":token" + Routes.features + ":name", Self.uncached(answering(device)))
        router.on(.post, Routes.reports, bodyLimit: Self.maximumReportBytes, answering(report))
        for (method, pattern) in router.table {
            let methods = method == .get ? ["GET", "HEAD", "OPTIONS"] : [method.rawValue, "OPTIONS"]
            router.on(.options, pattern) { _ in SecurityFields.preflight(methods) }
        }
        return router
    }

    /// Returns a handler that refuses a body with a content coding, and answers an error of kind `Problem` and an
    /// unreachable database with problem details.
    private func answering(_ handler: @escaping @Sendable (Request) throws -> Response) -> Handler {
        { request in
            do {
                let coding = request.headers[.contentEncoding] ?? ""
                let isCoded = !request.body.isEmpty && !["", "identity"].contains(coding.lowercased())
                return try isCoded ? Problem.unsupportedCoding.response : handler(request)
            } catch let problem as Problem {
                return problem.response
            } catch let error as PostgreSQLError where error.isAway || error.isTransient {
                return Problem.databaseAway.response
            }
        }
    }

    /// Answers a prepared route with the code of the read listener.
    private func prepared(_ request: Request) -> Response {
        let asked = ReadRequest(
            target: Array(request.target.utf8), isHead: request.method == .head,
            ifNoneMatch: Array((request.headers[.ifNoneMatch] ?? "").utf8),
            acceptedCodings: AcceptedCodings(request.headers))
        return ReadHandler(shared, isCounting: false).answer(asked).map(Response.prepared)
            ?? Problem.outOfMemory.response
    }

    /// Returns the edition that `/v1/features/NAME` serves for the query of a request.
    ///
    /// - Throws: The `Problem` with which that path answers.
    func edition(of name: String, for request: Request) throws(Problem) -> ServedEdition {
        let query = request.target.dropFirst(request.path.count)
        let outcome = try ReadResolver(state: shared.current).outcome(
            of: Routes.features + PercentCoding.encode(name) + query)
        guard case .edition(let edition) = outcome else { throw Problem(kind: .notFound, detail: "No such address.") }
        return edition
    }

    /// Answers with the changes after a release. With `wait`, the answer comes as soon as there is a newer release, or
    /// when that many seconds have passed.
    @Sendable private func changes(_ request: Request) throws -> Response {
        let query = try ChangesQuery(request.query)
        let index = try ReadResolver(state: shared.current).loadedIndex()
        // A client may know a release of another node that this one does not have yet; an answer at once would make the
        // client ask again and again.
        if query.wait > 0, query.after == nil, query.since >= index.release {
            let place = try limiter.place()
            _ = shared.released.wait(
                above: query.since, seconds: Double(query.wait), isAbandoned: request.isAbandoned)
            withExtendedLifetime(place) {}
        }
        var response = Response.json(
            ChangeList(index: try ReadResolver(state: shared.current).loadedIndex()).json(query))
        response.headers[.cacheControl] = CachePolicy.never
        return response
    }

    /// Answers with a stream of release numbers that lasts until the client leaves.
    @Sendable private func stream(_ request: Request) throws -> Response {
        _ = try ReadResolver(state: shared.current).loadedIndex()
        if request.method == .head { return ReleaseStream.head }
        return ReleaseStream(shared, try limiter.place(), isAbandoned: request.isAbandoned).response
    }
}

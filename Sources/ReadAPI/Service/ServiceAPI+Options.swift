import HTTPTypes
import MicroHTTP
import PostgreSQL
import Publishing

extension ServiceAPI {
    /// The maximum number of requests that wait, separate for searches and for pages without a search.
    private static let optionQueue = 256
    /// The longest time that a request for options waits for its turn.
    private static let optionPatience = Duration.seconds(2)

    /// The maximum number of bytes of the pages that are being sent; more than the largest page, which has 1,000 items
    /// of about 64 KiB.
    static let optionMemory = 96 << 20
    /// The part of `optionMemory` that is used only while connections of slow clients end.
    static let optionReserve = 16 << 20

    // With a pool of at least four connections, searches and pages without a search together use at most three quarters
    // of them, so that some are always left for reports and test devices.

    /// Returns the limiter of pages without a search, which take milliseconds.
    static func optionPages(for pool: ConnectionPool) -> ConcurrencyLimiter {
        ConcurrencyLimiter(limit: max(1, pool.size / 2), queue: optionQueue, patience: optionPatience)
    }

    /// Returns the limiter of searches. A search for a short keyword in a long list can take a tenth of a second;
    /// pages without a search do not wait for it.
    static func optionSearches(for pool: ConnectionPool) -> ConcurrencyLimiter {
        ConcurrencyLimiter(limit: max(1, pool.size / 4), queue: optionQueue, patience: optionPatience)
    }

    /// Returns a page of an option list.
    @Sendable func optionsPage(_ request: Request) throws -> Response {
        let name = request.parameters["list"] ?? ""
        let query = try OptionsQuery(request.query)
        let outcome: OptionPageOutcome
        do {
            let place = try optionPages.place(isAbandoned: request.isAbandoned)
            defer { withExtendedLifetime(place) {} }
            outcome = try page(of: name, for: query, isSearching: false)
        } catch is OptionSearchNeeded {
            let place = try optionSearches.place(isAbandoned: request.isAbandoned)
            defer { withExtendedLifetime(place) {} }
            outcome = try page(of: name, for: query, isSearching: true)
        }
        switch outcome {
        case .page(let page):
            var response = Response.revalidatable(
                OptionsAnswer(page: page, groupBy: query.groupBy).json, for: request)
            response.headers[.cacheControl] = CacheTime.usual.edition
            guard response.status == .ok else { return response }
            response.share = optionBudget.shareEndingSlowClients(of: response.body.count)
            guard response.share != nil else {
                throw Problem(
                    kind: .overloaded, detail: "Too many pages of option lists are being sent; ask again soon.")
            }
            return response
        case .noSuchList:
            throw Problem(kind: .listNotFound, detail: "There is no option list “\(name.prefix(100))”.")
        case .unknownNextKey:
            throw Problem(
                kind: .nextKeyNotFound,
                detail: "The list has no item with this key any more; begin again without “next_key”, and send "
                    + "“Cache-Control: no-cache”, because caches may still have the earlier pages.",
                parameter: "next_key")
        }
    }

    private func page(of name: String, for query: OptionsQuery, isSearching: Bool) throws -> OptionPageOutcome {
        switch query.start {
        case .offset(let offset):
            try optionLists.page(
                of: name, matching: query.filter, offset: offset, limit: query.limit, isSearching: isSearching)
        case .nextKey(let key):
            try optionLists.page(
                of: name, matching: query.filter, nextKey: key, limit: query.limit, isSearching: isSearching)
        }
    }
}

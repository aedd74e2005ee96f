import JSONText
import MicroHTTP

/// The limits of a process for the documents of one kind.
struct DocumentLimit: Sendable {
    /// The memory for the bodies that are cached or being sent; nil if it is not limited. A body stays in memory until
    /// the last client has received it; if other bodies need the memory, slow clients are disconnected. The documents
    /// of an earlier release that are still being sent count, too.
    var budget: BodyBudget?
    /// Limits the number of threads that build documents at the same time; nil if it is not limited. With a limit of
    /// one thread, a document that several clients request at the same time is usually built once.
    var concurrencyLimiter: ConcurrencyLimiter?
    /// Limits the share of the time that is spent on building; nil if it is not limited.
    var rateLimiter: BuildRateLimiter?

    /// Calls `build` when it is the thread's turn. `client` is the address that the document is for; nil if it is
    /// unknown.
    ///
    /// - Throws: `Problem` if nothing may be built at present or other threads do not finish building in time, and the
    ///   error of `build`.
    func inTurn<Result>(
        for client: IPAddress? = nil, _ build: () throws(Problem) -> Result
    ) throws(Problem) -> Result {
        guard rateLimiter?.admits(client) ?? true else { throw Self.overloaded }
        let place = try self.place()
        defer { withExtendedLifetime(place) {} }
        let clock = WorkClock()
        defer { rateLimiter?.spend(clock.elapsed, for: client) }
        return try build()
    }

    private func place() throws(Problem) -> ConcurrencyLimiter.Place? {
        guard let concurrencyLimiter else { return nil }
        do throws(Problem) {
            return try concurrencyLimiter.place()
        } catch {
            throw Self.overloaded
        }
    }

    private static let overloaded = Problem(
        kind: .overloaded, detail: "This node cannot assemble another manifest or bundle right now; ask again soon.")
}

import JSONText
import MicroHTTP

/// The limits of a process for the documents of one kind.
struct DocumentLimit: Sendable {
    /// The memory for the bodies that are cached or being sent; nil if it is not limited. A client keeps a body in
    /// memory until it has received it; if others need the memory, slow clients are disconnected. The documents of an
    /// earlier release that are still being sent count, too.
    var budget: BodyBudget?
    /// The places of the threads that may build at the same time; nil if their number is not limited. With one place, a
    /// document that several clients request at the same time is built once.
    var concurrencyLimiter: ConcurrencyLimiter?
    /// The share of the time for building; nil if it is not limited.
    var rateLimiter: BuildRateLimiter?

    /// Calls `build` when it is the thread's turn. `client` is the address that the document is for; nil if it is
    /// unknown.
    ///
    /// - Throws: `Problem` if nothing may be built at present or no place becomes free in time, and the error of
    ///   `build`.
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
        kind: .overloaded, detail: "Too many manifests and bundles are being assembled; ask again soon.")
}

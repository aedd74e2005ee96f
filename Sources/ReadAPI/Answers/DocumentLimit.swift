import JSONText
import MicroHTTP

/// The limits of a process for the documents of one kind.
struct DocumentLimit: Sendable {
    /// The memory for the bodies that are kept or being sent; nil if it is not limited. A client decides how long it is
    /// being sent one.
    var budget: BodyBudget?
    /// The place of the thread that builds; nil if any number of threads may. With one place, a document is built once for
    /// all who ask for it at the same time.
    var room: WaitingRoom?
    /// The time for building; nil if it is not limited.
    var pace: BuildingPace?

    /// Calls `build` when it is the thread's turn.
    ///
    /// - Throws: `Problem` if its turn does not come in time, and the error of `build`.
    func inTurn<Result>(_ build: () throws(Problem) -> Result) throws(Problem) -> Result {
        guard pace?.admits() ?? true else { throw Self.overloaded }
        let place = try self.place()
        defer { withExtendedLifetime(place) {} }
        let clock = WorkClock()
        defer { pace?.spend(clock.elapsed) }
        return try build()
    }

    private func place() throws(Problem) -> WaitingRoom.Place? {
        guard let room else { return nil }
        do throws(Problem) {
            return try room.place()
        } catch {
            throw Self.overloaded
        }
    }

    private static let overloaded = Problem(
        kind: .overloaded, detail: "Too many manifests and bundles are being assembled; ask again soon.")
}

import Synchronization

/// A cache of the last report on all builds, valid until a release, a schema adoption or a registration.
final class ClientReports: Sendable {
    private let last = Mutex<(state: String, report: ClientsReport)?>(nil)

    /// The report on a state, if it is the last one that was made.
    subscript(state: String) -> ClientsReport? {
        last.withLock { $0.flatMap { $0.state == state ? $0.report : nil } }
    }

    /// Keeps a report.
    func keep(_ report: ClientsReport, of state: String) { last.withLock { $0 = (state, report) } }
}

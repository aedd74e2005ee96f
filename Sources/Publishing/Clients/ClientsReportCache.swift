import Synchronization

/// The unfinished comparison of all registered builds with all live documents, which any thread may continue, and the
/// last finished report.
final class ClientsReportCache: Sendable {
    /// The unfinished comparison; locked while a batch is compared.
    let progress = Mutex<ReportProgress?>(nil)
    private let finished = Mutex<(state: ReportState, report: ClientsReport)?>(nil)

    /// The last finished report, and the state of the database for which it was made.
    var last: (state: ReportState, report: ClientsReport)? { finished.withLock { $0 } }

    /// Stores a finished report.
    func keep(_ report: ClientsReport, of state: ReportState) { finished.withLock { $0 = (state, report) } }
}

import Synchronization

/// The comparison of all registered builds with everything live, which several threads continue, and its last result.
final class ClientReports: Sendable {
    /// The comparison under way; locked while a batch is compared.
    let progress = Mutex<ReportProgress?>(nil)
    private let finished = Mutex<(state: ReportState, report: ClientsReport)?>(nil)

    /// The last finished report and the state that it is about.
    var last: (state: ReportState, report: ClientsReport)? { finished.withLock { $0 } }

    /// Keeps a finished report.
    func keep(_ report: ClientsReport, of state: ReportState) { finished.withLock { $0 = (state, report) } }
}

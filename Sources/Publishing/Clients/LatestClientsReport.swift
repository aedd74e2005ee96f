/// The last finished report on all registered builds.
package struct LatestClientsReport: Sendable {
    /// Nil until the first report is finished.
    package let report: ClientsReport?
    /// The newest release that the report includes; 0 if there is none.
    package let release: Int
    /// False if the report does not include the newest release, schema adoption or registration.
    package let isCurrent: Bool

    package init(report: ClientsReport?, release: Int, isCurrent: Bool) {
        (self.report, self.release, self.isCurrent) = (report, release, isCurrent)
    }
}

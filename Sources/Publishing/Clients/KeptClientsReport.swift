/// The last finished report on all registered builds.
package struct KeptClientsReport: Sendable {
    /// Nil before the first is finished.
    package let report: ClientsReport?
    /// The newest release that it knows; 0 before the first.
    package let release: Int
    /// False if a release, a schema adoption or a registration is not in it yet.
    package let isCurrent: Bool

    package init(report: ClientsReport?, release: Int, isCurrent: Bool) {
        (self.report, self.release, self.isCurrent) = (report, release, isCurrent)
    }
}

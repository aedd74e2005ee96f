/// The client versions of one platform that can show a document.
package struct Support: Sendable {
    /// Versions that show everything, ascending.
    package let full: [VersionInterval]

    /// Versions that show it with what older clients may be given instead, ascending.
    package let degraded: [VersionInterval]

    /// What makes `full` smaller than everything: by version, then in the order of the text.
    package let reasons: [Reason]

    /// Every version at which a client begins or ceases to know some part of the document, or of what may stand in for
    /// one; in no order.
    let bounds: Set<ClientVersion>

    package init(
        full: [VersionInterval], degraded: [VersionInterval], reasons: [Reason], bounds: Set<ClientVersion> = []
    ) {
        self.full = full
        self.degraded = degraded
        self.reasons = reasons
        self.bounds = bounds
    }
}

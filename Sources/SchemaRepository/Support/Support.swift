package import JSONText

/// The client versions of one platform that can show a document.
package struct Support: Sendable {
    /// The versions that show everything, ascending.
    package let full: [VersionInterval]

    /// The versions that show the document, where necessary with the replacements for older clients, ascending.
    package let degraded: [VersionInterval]

    /// The reasons why `full` does not contain all versions, by version, then in the order of the text; at most 1,000.
    package let reasons: [Reason]

    /// The parts whose demands are unknown, in the order of the text. The other results do not include demands of these
    /// parts. If the calculation was stopped because it took too long, this is one error that says so.
    package let undecided: [Diagnostic]

    /// All versions at which the support for some part of the document or of a replacement begins or ends, in no order.
    let bounds: Set<ClientVersion>

    package init(
        full: [VersionInterval], degraded: [VersionInterval], reasons: [Reason], undecided: [Diagnostic] = [],
        bounds: Set<ClientVersion> = []
    ) {
        self.full = full
        self.degraded = degraded
        self.reasons = reasons
        self.undecided = undecided
        self.bounds = bounds
    }
}

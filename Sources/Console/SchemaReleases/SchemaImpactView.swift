import JSONText
import Preview
import Publishing

/// The result of checking the live documents and the newest revisions against a schema release, as the page of the
/// schema release shows it.
struct SchemaImpactView: Sendable {
    var isRunning: Bool
    /// The numbers of features that are checked, and of those that have been checked so far.
    var total: Int
    var done: Int
    /// The style of the verdict: `ok`, `bad`, `warn` or empty.
    var kind: String
    var verdict: String
    /// A sentence about the progress.
    var summary: String
    /// True if the check ended without a finding.
    var isClear: Bool
    var hasFindings: Bool
    var findings: [Finding]
    /// A sentence that says that more findings are not listed; nil if all are listed.
    var more: String?

    /// A fault that a document has according to the schema release, but not according to the one that was current when
    /// the check was queued.
    struct Finding: Sendable {
        var feature: String
        var href: String
        var revision: String
        var clients: String
        var message: [MessagePiece]
        var pointer: Markup
        /// The line of the fault, in words; nil if it is unknown.
        var line: String?
    }

    static let sample = SchemaImpactView(
        isRunning: true, total: 10, done: 4, kind: "bad", verdict: "1 feature breaks", summary: "4 of 10 checked.",
        isClear: true, hasFindings: true,
        findings: [
            Finding(
                feature: "home.offers", href: "/features/home.offers", revision: "Revision 2",
                clients: "iOS from 6.0 on", message: MessagePiece.pieces(of: "`x` is unknown."),
                pointer: Markup(pointer: "/x"),
                line: "Line 3")
        ], more: "More are not listed.")
}

extension SchemaImpactView {
    /// Creates the view of a check. If the check has ended and `newestRelease` is newer than the release that was the
    /// newest when the check was queued, the view says so.
    init(
        _ impact: SchemaImpact, _ findings: some Sequence<ImpactFinding>, hasMore: Bool, platforms: [Platform],
        newestRelease: Int
    ) {
        let isRunning = impact.finishedAt == nil
        let isOld = !isRunning && newestRelease > impact.release
        let rows = findings.map { Finding($0, platforms: platforms) }
        let broken = impact.brokenFeatures
        let progress = Texts["schema-releases.features-checked", ["done": impact.done, "count": impact.total]]
        let summary = isOld ? "\(progress) \(Texts["schema-releases.released-since"])" : progress
        self.init(
            isRunning: isRunning, total: impact.total, done: impact.done,
            kind: broken > 0 ? "bad" : isRunning ? "" : isOld ? "warn" : "ok",
            verdict: broken > 0
                ? Texts["schema-releases.features-break", ["count": broken]]
                : isRunning ? Texts["schema-releases.running"] : Texts["schema-releases.nothing-breaks"],
            summary: summary, isClear: broken == 0 && !isRunning, hasFindings: !rows.isEmpty, findings: rows,
            more: hasMore ? Texts["schema-releases.more-are-not-listed"] : nil)
    }
}

extension SchemaImpactView.Finding {
    fileprivate init(_ finding: ImpactFinding, platforms: [Platform]) {
        let platform = finding.platform.map(platforms.title(of:))
        self.init(
            feature: finding.feature, href: Paths.revision(of: finding.feature, finding.revision),
            revision: Texts["schema-releases.revision", ["revision": finding.revision]],
            clients: platform.map { "\($0) \(finding.versions ?? "")" }
                ?? Texts["schema-releases.newest-revision-not-live"],
            message: MessagePiece.pieces(of: finding.message),
            pointer: Markup(pointer: finding.pointer),
            line: finding.line.map { Texts["schema-releases.line-number", ["line": $0]] })
    }
}

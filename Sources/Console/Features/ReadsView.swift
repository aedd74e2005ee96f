import Publishing

/// The recent fetches of a feature by platform, version and revision.
struct ReadsView: Sendable {
    /// The maximum number of rows of a table.
    private static let limit = 50

    var fetches: Int
    var rows: [Row]
    var hasRows: Bool
    var unmatched: [Row]
    var hasUnmatched: Bool
    /// A sentence about live revisions that nobody fetched; nil if there are none.
    var notFetched: String?

    /// The fetches by the clients of one version.
    struct Row: Sendable {
        var platform: String
        var version: String
        /// The revision; nil for requests that no rule matched.
        var revision: Int?
        var fetches: Int
        var share: String
    }

    static let sample = ReadsView(
        fetches: 3, rows: [Row(platform: "iOS", version: "9.0", revision: 2, fetches: 3, share: "100 %")],
        hasRows: true, unmatched: [Row(platform: "iOS", version: "1.0", revision: nil, fetches: 1, share: "")],
        hasUnmatched: true, notFetched: "Revision 1.")
}

extension ReadsView {
    /// Creates the tables, the most frequent first; nil if nothing was requested or is live.
    init?(_ statistics: ReadStatisticsAnswer, platforms: [Platform]) {
        guard !(statistics.counts.isEmpty && statistics.unmatched.isEmpty && statistics.notFetched.isEmpty) else {
            return nil
        }
        func rows(_ counts: [ReadStatisticsAnswer.Count]) -> [Row] {
            counts.sorted { $0.fetches > $1.fetches }.prefix(Self.limit).map { count in
                Row(
                    platform: platforms.title(of: count.platform),
                    version: count.version ?? Texts["reads.other-versions"], revision: count.revision,
                    fetches: count.fetches, share: Words.share(count.fetches, of: statistics.fetches))
            }
        }
        let (matched, unmatched) = (rows(statistics.counts), rows(statistics.unmatched))
        let silent = statistics.notFetched.map(String.init).joined(separator: ", ")
        self.init(
            fetches: statistics.fetches, rows: matched, hasRows: !matched.isEmpty, unmatched: unmatched,
            hasUnmatched: !unmatched.isEmpty,
            notFetched: silent.nonEmpty.map { Texts["reads.not-fetched", ["revisions": $0]] })
    }
}

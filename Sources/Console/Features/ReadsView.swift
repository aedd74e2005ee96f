import Foundation
import Publishing

/// The recent fetches of a feature by platform, version and revision.
struct ReadsView: Sendable {
    /// The maximum number of rows of a table.
    private static let limit = 50
    /// A day in seconds.
    private static let day: TimeInterval = 86_400

    var fetches: Int
    var rows: [Row]
    var hasRows: Bool
    var unmatched: [Row]
    var hasUnmatched: Bool
    /// A sentence that names the revisions that no client fetched although they were live on all counted days; nil if
    /// there are none.
    var notFetched: String?

    /// The fetches of one revision by the clients of one platform and version.
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
    /// Creates the tables, with the highest counts first; nil if there are no requests and no `silent` revisions, which
    /// are the live revisions that no client fetched.
    init?(_ statistics: ReadStatisticsAnswer, silent: [Int], platforms: [Platform]) {
        guard !(statistics.counts.isEmpty && statistics.unmatched.isEmpty && silent.isEmpty) else { return nil }
        func rows(_ counts: [ReadStatisticsAnswer.Count]) -> [Row] {
            counts.sorted { $0.fetches > $1.fetches }.prefix(Self.limit).map { count in
                Row(
                    platform: platforms.title(of: count.platform),
                    version: count.version ?? Texts["reads.other-versions"], revision: count.revision,
                    fetches: count.fetches, share: Words.share(count.fetches, of: statistics.fetches))
            }
        }
        let (matched, unmatched) = (rows(statistics.counts), rows(statistics.unmatched))
        let revisions = silent.map(String.init).joined(separator: ", ")
        self.init(
            fetches: statistics.fetches, rows: matched, hasRows: !matched.isEmpty, unmatched: unmatched,
            hasUnmatched: !unmatched.isEmpty,
            notFetched: revisions.nonEmpty.map { Texts["reads.not-fetched", ["revisions": $0]] })
    }

    /// Returns the live revisions that no client fetched although a rule has served them, to more than 0 % of the
    /// clients, on all counted days. `times` contains the times of the releases by their numbers.
    static func silent(
        _ statistics: ReadStatisticsAnswer, rules: [Rule], times: [Int: Date], now: Date
    ) -> [Int] {
        let start = now - Double(statistics.days) * Self.day
        let old = rules.filter { rule in
            rule.percent.tenths > 0 && rule.editions.contains { times[$0.release].map { $0 <= start } ?? false }
        }
        return statistics.notFetched.filter { number in old.contains { $0.revision == number } }
    }
}

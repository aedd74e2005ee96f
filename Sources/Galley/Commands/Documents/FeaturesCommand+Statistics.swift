import ArgumentParser
import JSONText
import Publishing

extension FeaturesCommand {
    /// Counts the recent fetches of a feature.
    struct Statistics: ParsableCommand {
        private static let range = 1...90

        static let configuration = CommandConfiguration(
            abstract: "Count the recent fetches of a feature by platform, version and revision.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Option(help: "The number of days, today included.") var days = ReadStatisticStore.recentDays
        @Argument(help: "The feature.") var name: String

        func validate() throws {
            try NumberOption.check("--days", days, in: Self.range)
        }

        func run() throws {
            let stores = try installation.open()
            guard try stores.features.feature(named: name) != nil else {
                try format.refuse("there is no feature \(name)")
            }
            let answer = try stores.statistics(of: name, days: days)
            let lines =
                ["\(answer.fetches) of the \(answer.ofAll) fetches of all features in \(counted: days, "day")"]
                + answer.counts.map(Self.line) + answer.unmatched.map { Self.line($0) + ", matched by no rule" }
                + answer.notFetched.map { "revision \($0) is live, but was not fetched in \(counted: days, "day")" }
            try format.done(answer, text: lines.joined(separator: "\n"))
        }

        private static func line(_ count: ReadStatisticsAnswer.Count) -> String {
            "\(count.platform) \(count.version ?? "other versions"): \(count.fetches)"
                + (count.revision.map { ", revision \($0)" } ?? "")
        }
    }
}

import Publishing

/// A change of a release for clients: a platform and version range with a different result.
struct Change: Sendable {
    var platform: String
    var range: String
    var before: String
    var after: String

    /// Returns the changes between two tables, in the platforms' order, lower versions first.
    static func between(_ before: LiveTable, _ after: LiveTable, platforms: [Platform]) -> [Change] {
        let starts = LiveTable.ascending(before.breakpoints + after.breakpoints)
        return platforms.flatMap { platform -> [Change] in
            var lines: [(run: LiveTable.Run, after: LiveTable.Outcome)] = []
            for (index, start) in starts.enumerated() {
                let old = before.outcome(on: platform.name, at: start)
                let new = after.outcome(on: platform.name, at: start)
                let until = index + 1 < starts.count ? starts[index + 1] : nil
                if let last = lines.last, last.run.outcome == old, last.after == new {
                    lines[lines.count - 1].run.until = until
                } else {
                    lines.append((LiveTable.Run(from: start, until: until, span: 1, outcome: old), new))
                }
            }
            return lines.filter { $0.run.outcome != $0.after }.map {
                Change(
                    platform: platform.title, range: $0.run.range, before: $0.run.outcome.words, after: $0.after.words)
            }
        }
    }

    static let sample = [Change(platform: "iOS", range: "5.2 →", before: "revision 1", after: "revision 2")]
}

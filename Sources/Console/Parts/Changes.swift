import Publishing

/// A change between two live states, for example before and after a release: a range of client versions on a platform,
/// with the results for these clients in both states.
struct Change: Sendable {
    var platform: String
    var range: String
    var before: String
    var after: String

    /// Returns the changes between two live states, in the order of `platforms`, lower versions first.
    static func between(_ before: LiveTable, _ after: LiveTable, platforms: [Platform]) -> [Change] {
        let starts = before.breakpoints(and: after)
        return platforms.flatMap { platform -> [Change] in
            let runs = VersionRun.merging(starts) { start in
                [before, after].map { $0.outcome(on: platform.name, at: start) }
            }
            return runs.filter { $0.value[0] != $0.value[1] }.map { run in
                Change(
                    platform: platform.title, range: run.range, before: run.value[0].words, after: run.value[1].words)
            }
        }
    }

    static let sample = [Change(platform: "iOS", range: "5.2 →", before: "revision 1", after: "revision 2")]
}

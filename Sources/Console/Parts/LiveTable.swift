import Publishing
import SchemaRepository

/// The live state of a feature: its rules and the platforms on which it is switched off.
struct LiveTable: Sendable, Hashable {
    var rules: [Rule] = []
    var switchedOff: [String] = []

    /// The result for a client without a bucket.
    enum Outcome: Sendable, Hashable {
        case nothing
        case off
        case revision(Int, percent: RolloutPercent, hash: String)

        /// The number of the revision; nil if there is none.
        var number: Int? {
            if case .revision(let number, _, _) = self { number } else { nil }
        }

        var words: String {
            switch self {
            case .nothing: Texts["releases.outcome-nothing"]
            case .off: Texts["releases.outcome-off"]
            case .revision(let number, percent: .everyone, _): Texts["releases.outcome-revision", ["revision": number]]
            case .revision(let number, let percent, _):
                Texts["releases.outcome-partial", ["revision": number, "percent": percent]]
            }
        }
    }

    /// Returns the badge about switched-off platforms; nil if there are none.
    func switchedOffWords(_ platforms: [Platform], release: Int?) -> String? {
        switch LiveState(release: release, rules: rules, switchedOff: switchedOff) {
        case .switchedOff: Texts["releases.switched-off"]
        case .partlySwitchedOff:
            Texts[
                "releases.switched-off-on",
                ["platforms": Words.list(platforms.filter { switchedOff.contains($0.name) }.map(\.title))]]
        case .neverPublished, .nothingLive, .live, .archived: nil
        }
    }

    /// The versions at which something changes on any platform, ascending; the first is the lowest possible version.
    var breakpoints: [ClientVersion] {
        Self.ascending([.zero] + rules.flatMap { $0.editions.map(\.from) + ($0.until.map { [$0] } ?? []) })
    }

    /// Returns the result at a version. Ranges begin and end at breakpoints, so it holds until the next one.
    func outcome(on platform: String, at version: ClientVersion) -> Outcome {
        if switchedOff.contains(platform) { return .off }
        guard let first = rule(on: platform, at: version) else { return .nothing }
        return .revision(first.revision, percent: first.percent, hash: first.edition(for: version)?.hash ?? "")
    }

    /// Returns the rule that comes first at a version, or nil.
    func rule(on platform: String, at version: ClientVersion) -> Rule? {
        rules.filter { $0.platform == platform && $0.range.contains(version) }.max { $0.from < $1.from }
    }

    /// Merges neighbouring columns with the same result; `starts` are the first versions of the columns.
    func runs(on platform: String, over starts: [ClientVersion]) -> [Run] {
        var runs: [Run] = []
        for (index, start) in starts.enumerated() {
            let until = index + 1 < starts.count ? starts[index + 1] : nil
            let outcome = outcome(on: platform, at: start)
            if let last = runs.last, last.outcome == outcome {
                runs[runs.count - 1].until = until
                runs[runs.count - 1].span += 1
            } else {
                runs.append(Run(from: start, until: until, span: 1, outcome: outcome))
            }
        }
        return runs
    }

    /// A range of versions with the same result.
    struct Run: Sendable, Hashable {
        var from: ClientVersion
        var until: ClientVersion?
        /// The width in columns.
        var span: Int
        var outcome: Outcome

        /// `5.2 → 6.0`, or `5.2 →` if open-ended.
        var range: String { VersionRange.short(from, until) }
    }

    /// Returns the distinct versions in ascending order.
    static func ascending(_ versions: [ClientVersion]) -> [ClientVersion] {
        var result: [ClientVersion] = []
        for version in versions.sorted() where result.last != version { result.append(version) }
        return result
    }
}

/// The notation of version ranges.
enum VersionRange {
    /// Returns the short form, for bars and badges.
    static func short(_ from: ClientVersion, _ until: ClientVersion?) -> String {
        "\(from) → \(until?.text ?? "")"
    }

    /// Returns the long form, for sentences.
    static func words(_ from: ClientVersion, _ until: ClientVersion?) -> String {
        if let until { return Texts["releases.range-between", ["from": from, "before": until]] }
        return from == .zero ? Texts["releases.range-all"] : Texts["releases.range-from", ["from": from]]
    }
}

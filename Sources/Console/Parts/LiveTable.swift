import Publishing
import SchemaRepository

/// The live state of a feature: its rules and the platforms on which it is switched off.
struct LiveTable: Sendable, Hashable {
    var rules: [Rule] = []
    var switchedOff: [String] = []

    /// The result for the clients of one version.
    enum Outcome: Sendable, Hashable {
        /// No rule applies; clients get 404.
        case nothing
        /// The feature is switched off on the platform; clients get 410.
        case off
        /// At least one rule applies. A client gets the first revision whose rollout percentage includes the client:
        /// this revision, or else one of `others`, in their order. `hash` is that of this revision's edition.
        case revision(Int, percent: RolloutPercent, hash: String, others: [Portion] = [])

        /// The number of the first revision; nil if no rule applies or the feature is switched off.
        var number: Int? {
            if case .revision(let number, _, _, _) = self { number } else { nil }
        }

        var words: String {
            switch self {
            case .nothing: Texts["releases.outcome-nothing"]
            case .off: Texts["releases.outcome-off"]
            case .revision(let number, let percent, let hash, let others):
                Words.list(
                    Portion.merging([Portion(revision: number, percent: percent, hash: hash)] + others).map(\.words))
            }
        }
    }

    /// A revision for the clients that its rollout percentage includes and that no earlier portion includes.
    struct Portion: Sendable, Hashable {
        var revision: Int
        var percent: RolloutPercent
        var hash: String
        /// True if other portions come first, so that this one is only for the clients that remain.
        var isRest = false

        /// Returns the portions with neighbors of the same revision made into one, in the same order.
        static func merging(_ portions: [Portion]) -> [Portion] {
            portions.reduce(into: []) { merged, portion in
                if let last = merged.indices.last, merged[last].revision == portion.revision {
                    merged[last].percent = portion.percent
                } else {
                    merged.append(portion)
                }
            }
        }

        var words: String {
            switch (isRest, percent.isEveryone) {
            case (false, true): Texts["releases.outcome-revision", ["revision": revision]]
            case (false, false): Texts["releases.outcome-partial", ["revision": revision, "percent": percent]]
            case (true, true): Texts["releases.outcome-rest", ["revision": revision]]
            case (true, false): Texts["releases.outcome-up-to", ["revision": revision, "percent": percent]]
            }
        }
    }

    /// Returns the text of the badge about switched-off platforms; nil if there are none.
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

    /// The client versions at which the result may change on any platform, ascending; the first is
    /// `ClientVersion.zero`, at which an interval without a lower bound begins.
    var breakpoints: [ClientVersion] {
        Self.ascending([.zero] + rules.flatMap { $0.editions.map(\.from) + ($0.until.map { [$0] } ?? []) })
    }

    /// Returns the result at a version. Ranges begin and end at breakpoints, so it is the same up to the next
    /// breakpoint.
    func outcome(on platform: String, at version: ClientVersion) -> Outcome {
        if switchedOff.contains(platform) { return .off }
        let portions = RuleTable(rules, platform: platform).answers(at: version).enumerated().map { index, answer in
            Portion(
                revision: answer.rule.revision, percent: answer.rule.percent, hash: answer.edition.hash,
                isRest: index > 0)
        }
        guard let first = portions.first else { return .nothing }
        return .revision(
            first.revision, percent: first.percent, hash: first.hash, others: Array(portions.dropFirst()))
    }

    /// Returns the ranges of versions with the same result on a platform; `starts` are the first versions of the
    /// columns of a version map.
    func runs(on platform: String, over starts: [ClientVersion]) -> [VersionRun<Outcome>] {
        VersionRun.merging(starts) { outcome(on: platform, at: $0) }
    }

    /// Returns the distinct versions in ascending order.
    static func ascending(_ versions: [ClientVersion]) -> [ClientVersion] {
        var result: [ClientVersion] = []
        for version in versions.sorted() where result.last != version { result.append(version) }
        return result
    }
}

extension LiveTable {
    /// Creates the table from a feature's item in a release; an empty table from nil.
    init(_ item: ReleaseItem?) { self.init(rules: item?.rules ?? [], switchedOff: item?.switchedOff ?? []) }

    /// The rules of the platforms that are not switched off.
    var answering: [Rule] { rules.answering(except: switchedOff) }

    /// The numbers of the live revisions, each with its largest rollout percentage.
    var shares: [Int: RolloutPercent] {
        Dictionary(
            answering.map { ($0.revision, $0.percent) }, uniquingKeysWith: { $0.tenths < $1.tenths ? $1 : $0 })
    }

    /// Returns the client versions at which the result may change in this table or in another one, ascending.
    func breakpoints(and other: LiveTable) -> [ClientVersion] { Self.ascending(breakpoints + other.breakpoints) }
}

extension ReleasePlan {
    /// Returns the live state of a feature after the release; empty if the release does not change the feature.
    func table(of feature: String) -> LiveTable { LiveTable(items.first { $0.feature == feature }) }
}

extension Stores {
    /// Returns the live state of a feature; empty before its first release.
    func liveTable(of feature: String) throws -> LiveTable { LiveTable(try releases.live(of: feature)) }

    /// Returns the live state that a release of one feature replaced: empty for the feature's first release, nil if it
    /// is unknown.
    func liveTable(before release: Release) throws -> LiveTable? {
        guard let item = release.items.first, let previous = item.previousRelease else { return LiveTable() }
        let earlier = try releases.releases(numbered: [previous]).first
        return earlier?.items.first { $0.feature == item.feature }.map { LiveTable($0) }
    }
}

extension RolloutPercent {
    /// The badge of a live revision with this rollout percentage.
    var liveWords: String {
        if isEveryone { return Texts["common.live"] }
        return tenths == 0 ? Texts["rollouts.devices"] : Texts["revisions.live-part", ["percent": text]]
    }
}

/// The notation of version ranges.
enum VersionRange {
    /// Returns the short form for bars and badges, such as `5.2 → 6.0`.
    static func short(_ from: ClientVersion, _ until: ClientVersion?) -> String {
        "\(from) → \(until?.text ?? "")"
    }

    /// Returns the clients of a range of versions on a platform, in words for sentences.
    static func clients(on platform: String, _ from: ClientVersion, _ until: ClientVersion?) -> String {
        if let until {
            return Texts["releases.clients-between", ["platform": platform, "from": from, "before": until]]
        }
        return from == .zero
            ? Texts["releases.minimum-all", ["platform": platform]]
            : Texts["releases.clients-later", ["platform": platform, "from": from]]
    }

    /// Returns the long form for sentences, such as `from 5.2 before 6.0`.
    static func words(_ from: ClientVersion, _ until: ClientVersion?) -> String {
        if let until { return Texts["releases.range-between", ["from": from, "before": until]] }
        return from == .zero ? Texts["releases.range-all"] : Texts["releases.range-from", ["from": from]]
    }
}

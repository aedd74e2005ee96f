/// The rules that a place (`RulePlace`) would have if one release or rollout, the owner, had not added rules there: the
/// own rules.
///
/// A new rule removes the rules of the place whose clients it takes completely. Without the own rules, the rules that
/// they removed would still be live, except those that other releases have replaced or removed since. To tell the two
/// apart, `follow(_:after:)` is called with each later release. The rules of rollouts that were stopped or halted count as
/// own ones, so that nothing brings them back. A rollout's rule that somebody else has published too, with another share
/// or again, is a rule of others until the rollout publishes it again.
struct RulesWithoutOwner {
    /// The rules without the own ones, in order of precedence.
    private(set) var rules: [Rule]
    /// All rules of the place just before the release, or before the first step of the rollout, also those of rollouts
    /// that have been stopped since.
    private var former: [Rule] = []
    /// False if others have replaced or removed the own rule of a release, and somebody has then published its revision
    /// again: that rule may be meant to stay.
    private var isCertain = true
    /// The release or rollout without whose rules `rules` is computed.
    private let owner: RuleOwner
    /// The owners of all own rules: `owner`, which is the first, and the stopped rollouts.
    private let owners: [RuleOwner]
    private let place: RulePlace
    /// The first release that is followed.
    private let start: Int
    /// The rules of the place after the last release that was followed, including the own ones.
    private var seen: [Rule]
    /// The own rules in `seen`, by their owners.
    private var seenOwn: [[Rule]]
    /// The place after each release, so far, that left rules live which may be own ones.
    private var moments: [Moment] = []

    /// The rules of the place after a release: all, the own ones by their owners, and those that would be live without
    /// the own ones.
    private struct Moment {
        let all: [Rule]
        let own: [[Rule]]
        let others: [Rule]
        let isCertain: Bool

        static func areLike(_ left: [Rule], _ right: [Rule]) -> Bool {
            left.count == right.count && zip(left, right).allSatisfy { $0.isLike($1) }
        }
    }

    /// Creates the state before the first release that is followed, `history`'s first. `stopped`: The stopped and halted
    /// rollouts of the feature.
    init(at place: RulePlace, in history: FeatureHistory, without owner: RuleOwner, stopped: [RuleOwner]) {
        rules = history.first.rules(at: place)
        self.place = place
        start = history.start
        self.owner = owner
        owners = [owner] + stopped
        seen = rules
        seenOwn = owners.map { _ in [] }
    }

    /// False if a person must decide whether `rules` are to replace the own ones of a release: it is uncertain whether
    /// the live rule is still that of the release, or the place, which had rules before the release, would have none.
    var isRestorable: Bool { former.isEmpty || isCertain && !rules.isEmpty }

    /// True if a rule of the release or rollout itself was live after the last release that was followed.
    var isOwnerLive: Bool { seenOwn.first?.isEmpty == false }

    /// Applies the changes of the next release to `rules`. `before`: The state of the feature before that release.
    ///
    /// A rollback to a state with own rules brings back the same rules, and undoes what others have done since.
    mutating func follow(_ entry: FeatureHistory.Entry, after before: FeatureState) {
        let next = entry.state.rules(at: place)
        let known = entry.isRollback ? moments.last { Moment.areLike($0.all, next) } : nil
        let repeats = repeats(entry, after: before)
        let owned = owners.indices.map { index in
            next.filter { isOwn($0, of: index, after: entry, known: known, repeats: repeats) }
        }
        if entry.release == owner.start { former = seen }
        defer {
            (seen, seenOwn) = (next, owned)
            if next.contains(where: { rule in owners.contains { $0.mayOwn(rule, after: entry.release) } }) {
                moments.append(Moment(all: next, own: owned, others: rules, isCertain: isCertain))
            }
        }
        if entry.release > owner.start, !isOwnerLive, owned.first?.isEmpty == false {
            if let known, zip(known.own, owned).allSatisfy({ Moment.areLike($0, $1) }) {
                (rules, isCertain) = (known.others, known.isCertain)
                return
            }
            // A later step of a rollout may have published its rule again.
            if !owner.isRollout { isCertain = false }
        }
        let (formerOwn, own) = (Array(seenOwn.joined()), Array(owned.joined()))
        for rule in seen where !formerOwn.contains(rule) && !next.contains(where: rule.servesLike) {
            if isTaken(rule, in: entry.release, by: owned) { continue }
            rules.removeAll(where: rule.servesLike)
        }
        let present = next.filter { !own.contains($0) }
        for place in present.indices { take(present[place], behind: present[..<place], in: next) }
        // A rollback may have changed the order of the rules.
        var ordered = present.makeIterator()
        rules = rules.map { rule in present.contains(where: rule.servesLike) ? ordered.next() ?? rule : rule }
    }

    /// Adds a rule of others, or updates its share if the rule is known, and removes the rules with lower precedence
    /// that it covers.
    private mutating func take(_ rule: Rule, behind earlier: ArraySlice<Rule>, in next: [Rule]) {
        let place: Int
        if let known = rules.firstIndex(where: rule.servesLike) {
            place = known
            rules[place] = rule
        } else {
            let before = earlier.compactMap { rules.firstIndex(where: $0.servesLike) }
            place = before.max().map { $0 + 1 } ?? 0
            rules.insert(rule, at: place)
        }
        let behind = rules[(place + 1)...].filter { other in
            next.contains(where: other.servesLike) || other.percent.tenths > rule.percent.tenths
        }
        rules = rules[...place] + behind
    }

    /// Returns true if a rule that is live after a release is one of the owner at `index`.
    ///
    /// `known`: The newest moment with the same rules, if the release is a rollback. `repeats`: True if the release
    /// publishes live rules once more.
    private func isOwn(
        _ rule: Rule, of index: Int, after entry: FeatureHistory.Entry, known: Moment?, repeats: Bool
    ) -> Bool {
        let owner = owners[index]
        guard owner.mayOwn(rule, after: entry.release) else { return false }
        guard owner.isRollout else { return true }
        let isKept = seen.contains(where: rule.isLike)
        let wasOwn = seenOwn[index].contains(where: rule.isLike)
        if entry.isRollback {
            if isKept { return wasOwn }
            let former = known ?? moments.last { $0.all.contains(where: rule.servesLike) }
            // A rule from before the rollout is not its own; one from before the first known release may be.
            return former.map { $0.own[index].contains(where: rule.servesLike) } ?? (owner.start < start)
        }
        if entry.rollout == owner.rollout || entry.release == owner.start { return wasOwn || !isKept }
        return wasOwn && isKept && !repeats
    }

    /// Returns true if somebody, not a step of a rollout, has published live rules of the platform once more: either the
    /// other rules of the place are gone, as publishing without a plan replaces them, or no rule has changed.
    private func repeats(_ entry: FeatureHistory.Entry, after before: FeatureState) -> Bool {
        guard entry.kind == .publish, entry.rollout == nil else { return false }
        let (platform, after) = (place.platform, entry.state)
        let next = after.rules(at: place)
        if seen.count > 1, next.count == 1, next.allSatisfy({ rule in seen.contains(where: rule.isLike) }) {
            return true
        }
        let isSwitchedOn = before.switchedOff.contains(platform) && !after.switchedOff.contains(platform)
        return after.answersLike(before)
            || isSwitchedOn
                && Moment.areLike(
                    before.rules.filter { $0.platform == platform }, after.rules.filter { $0.platform == platform })
    }

    /// Returns true if a release removed a rule of others because an own rule took its clients. `owned`: The own rules
    /// after the release, by their owners.
    private func isTaken(_ rule: Rule, in release: Int, by owned: [[Rule]]) -> Bool {
        owners.indices.contains { index in
            let owner = owners[index]
            let (share, before) = (owner.share(in: owned[index]), owner.share(in: seenOwn[index]))
            // A release without a plan replaces all rules of the place, whatever its share.
            guard release != owner.start else { return share >= 0 }
            return share > before && (before >= 0 || owner.isRollout) && share >= rule.percent.tenths
        }
    }
}

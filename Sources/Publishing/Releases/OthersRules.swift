/// The rules that a place (`RulePlace`) would have if one release or rollout, the owner, had not added rules there: the
/// own rules.
///
/// A new rule removes the rules of the place whose clients it takes completely. Without the own rules, the rules that
/// they removed would still be live, except those that other releases have replaced or removed since. To tell the two
/// apart, `follow(_:after:)` is called with each later release. The rules of rollouts that were stopped or halted count as
/// own ones, so that nothing brings them back. A rollout's rule that somebody else has published too, with another share
/// or again, is a rule of others until the rollout publishes it again.
struct OthersRules {
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
    /// The rules of the place after the last release that was followed, including the own ones.
    private var seen: [Rule]
    /// The own rules in `seen`.
    private var seenOwn: [Rule] = []
    /// The place after each release, so far, that left rules of `owner` live.
    private var moments: [Moment] = []

    /// The rules of the place after a release: all, the own ones by their owners, and those that would be live without
    /// the own ones.
    private struct Moment {
        let all: [Rule]
        let own: [Rule]
        let others: [Rule]
        let isCertain: Bool

        /// Returns true if the place has the same rules, of which the same are own ones.
        func isLike(_ all: [Rule], own: [Rule]) -> Bool {
            Self.areLike(self.all, all) && Self.areLike(self.own, own)
        }

        private static func areLike(_ left: [Rule], _ right: [Rule]) -> Bool {
            left.count == right.count && zip(left, right).allSatisfy { $0.isLike($1) }
        }
    }

    /// Creates the state before the first release that is followed. `rules`: The rules of the place. `stopped`: The
    /// stopped and halted rollouts of the feature.
    init(_ rules: [Rule], without owner: RuleOwner, stopped: [RuleOwner]) {
        self.rules = rules
        self.owner = owner
        owners = [owner] + stopped
        seen = rules
    }

    /// False if a person must decide whether `rules` are to replace the own ones of a release: it is uncertain whether
    /// the live rule is still that of the release, or the place, which had rules before the release, would have none.
    var isRestorable: Bool { former.isEmpty || isCertain && !rules.isEmpty }

    /// Applies the changes of the next release to `rules`. `next`: All rules of the place after that release.
    ///
    /// A rollback to a state with own rules brings back the same rules, and undoes what others have done since.
    /// `isRollback`: True if the release serves a former state again.
    mutating func follow(_ next: [Rule], after release: Int, isRollback: Bool) {
        let own = next.filter { rule in owners.contains { $0.owns(rule, after: release) } }
        if release == owner.start { former = seen }
        defer {
            (seen, seenOwn) = (next, own)
            if owner.share(in: own) >= 0 {
                moments.append(Moment(all: next, own: own, others: rules, isCertain: isCertain))
            }
        }
        if release > owner.start, owner.share(in: seenOwn) < 0, owner.share(in: own) >= 0 {
            if isRollback, let known = moments.last(where: { $0.isLike(next, own: own) }) {
                (rules, isCertain) = (known.others, known.isCertain)
                return
            }
            // A later step of a rollout may have published its rule again.
            if !owner.isRollout { isCertain = false }
        }
        for rule in seen where !seenOwn.contains(rule) && !next.contains(where: rule.servesLike) {
            if isTaken(rule, in: release, by: own) { continue }
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

    /// Returns true if a release removed a rule of others because an own rule took its clients. `own`: The own rules
    /// after the release.
    private func isTaken(_ rule: Rule, in release: Int, by own: [Rule]) -> Bool {
        owners.contains { owner in
            let (share, before) = (owner.share(in: own), owner.share(in: seenOwn))
            // A release without a plan replaces all rules of the place, whatever its share.
            guard release != owner.start else { return share >= 0 }
            return share > before && (before >= 0 || owner.isRollout) && share >= rule.percent.tenths
        }
    }
}

/// The rules that a place (`RulePlace`) would have if one release or rollout, the owner, had not published rules there.
///
/// A publish replaces all rules of its place; a step of a rollout replaces those whose clients it takes completely.
/// Without the owner, the rules that it replaced would still be live, except those that other releases have replaced or
/// removed since. To find them, all releases of the feature since the owner's first one are repeated without those of
/// the owner. Rollouts that were stopped or halted, and releases that ended, count as owners too, so that their rules
/// do not return.
struct RulesWithoutOwner {
    /// The rules without those of the owner, in order of precedence.
    let rules: [Rule]
    /// True if a rule of the owner is live after the last release.
    let isOwnerLive: Bool
    /// False if the place had rules before the owner, but would have none without it. A person must decide then.
    let isRestorable: Bool

    /// `stopped`: The feature's stopped and halted rollouts. The history must contain the first release of each of them
    /// that has live rules in the history, and each release whose planned end is in the history.
    init(of owner: RuleOwner, at place: RulePlace, in history: FeatureHistory, stopped: [RuleOwner]) {
        let live = history.last.rules(at: place)
        isOwnerLive = live.contains(where: owner.published)
        let ended = history.entries.compactMap { entry in
            entry.ended.map {
                RuleOwner(since: $0, rollout: nil, at: place, in: history, end: entry.release - 1)
            }
        }
        var replay = Replay(of: owner, at: place, in: history, ended: stopped + ended)
        // The replay leaves out the rules of stopped and halted rollouts. If one of these is live now, it has stayed
        // live after a halt, or somebody has made it live again. So it stays.
        let others = live.filter { !owner.published($0) }
        rules = replay.rules().including(others)
        isRestorable = history.state(after: owner.start - 1).rules(at: place).isEmpty || !rules.isEmpty
    }
}

/// The releases of a feature, repeated for one place without those of some owners.
private struct Replay {
    /// The owners: first the one that has not ended, and then those that have, the last ended first.
    private let owners: [RuleOwner]
    private let history: FeatureHistory
    /// The rules of the place before the first release and after each.
    private let states: [[Rule]]
    /// The results so far: `known[count]` contains the rules without those of the first `count` owners, before the
    /// first release and after each of the releases that have been repeated without them.
    private var known: [[[Rule]]]

    init(of owner: RuleOwner, at place: RulePlace, in history: FeatureHistory, ended: [RuleOwner]) {
        let owners = [owner] + ended.sorted { $0.end > $1.end }
        self.owners = owners
        self.history = history
        let first = history.first.rules(at: place)
        states = [first] + history.entries.map { $0.state.rules(at: place) }
        known = (0...owners.count).map { count in
            [first.filter { rule in !owners.prefix(count).contains { $0.owns(rule, after: history.start - 1) } }]
        }
    }

    /// Returns the rules after the last release, without those of all owners.
    mutating func rules() -> [Rule] { rules(after: history.entries.count, without: owners.count) }

    /// Returns the rules after the first `releases` releases, without those of the first `count` owners.
    private mutating func rules(after releases: Int, without count: Int) -> [Rule] {
        while known[count].count <= releases {
            let next = next(known[count].count - 1, without: count)
            known[count].append(next)
        }
        return known[count][releases]
    }

    /// Returns the rules after the release at an index, without those of the first `count` owners.
    private mutating func next(_ index: Int, without count: Int) -> [Rule] {
        let entry = history.entries[index]
        let rules = known[count][index]
        let (seen, next) = (states[index], states[index + 1])
        let owners = owners.prefix(count)
        if let target = entry.target, let releases = history.entryCount(upTo: target), next.isLike(states[releases]) {
            // If an owner had ended before the rollback, its rules belong to the person who rolled back.
            let open = owners.prefix { $0.end >= entry.release }.count
            return self.rules(after: releases, without: open)
        }
        if owners.contains(where: { $0.made(entry.release) }) { return rules }
        let others = next.filter { rule in !owners.contains { $0.owns(rule, after: entry.release) } }
        if others.count == next.count { return next }
        let removed = seen.filter { rule in
            !next.contains { $0.addedIn == rule.addedIn }
                && !owners.contains { $0.owns(rule, after: entry.release - 1) }
        }
        let kept = rules.filter { rule in !removed.contains { $0.addedIn == rule.addedIn } }
        let added = others.filter { $0.addedIn == entry.release }
        // A new rule may also replace rules that in fact were replaced before, by rules of the owners.
        return kept.including(others).filter { rule in
            others.contains { $0.addedIn == rule.addedIn } || !added.contains { $0.replaces(rule) }
        }
    }
}

extension [Rule] {
    /// Returns the rules with others of the same place added, in the others' order; all are in order of precedence.
    fileprivate func including(_ others: [Rule]) -> [Rule] {
        var rules = self
        for (index, other) in others.enumerated() {
            if let known = rules.firstIndex(where: { $0.addedIn == other.addedIn }) {
                rules[known] = other
            } else {
                let before = others[..<index].compactMap { earlier in
                    rules.firstIndex { $0.addedIn == earlier.addedIn }
                }
                rules.insert(other, at: before.max().map { $0 + 1 } ?? 0)
            }
        }
        return rules
    }

    /// Returns true if both lists serve the same bytes to the same clients, rule by rule.
    fileprivate func isLike(_ others: [Rule]) -> Bool {
        count == others.count && zip(self, others).allSatisfy { $0.isLike($1) }
    }
}

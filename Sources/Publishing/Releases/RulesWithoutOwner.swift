/// The rules that a place (`RulePlace`) would have if one release or rollout, the owner, had not published rules there.
///
/// A publish replaces all rules of its place; a step of a rollout replaces only some of them (`Rule.replaces`).
/// Without the owner, the rules that it replaced would still be live, except those that other releases have replaced or
/// removed since. To find them, all releases of the feature since the owner's first one are repeated without those of
/// the owner. Rollouts that were stopped or halted, and releases that ended, count as owners too, so that their rules
/// do not return.
struct RulesWithoutOwner {
    /// The rules without those of the owner, in order of precedence.
    let rules: [Rule]
    /// True if a rule of the owner is live after the last release.
    let isOwnerLive: Bool

    /// `ended`: The other owners, which have ended. The history must contain the first release of each of them that has
    /// live rules in the history.
    init(of owner: RuleOwner, at place: RulePlace, in history: FeatureHistory, ended: [RuleOwner]) {
        let live = history.last.rules(at: place)
        isOwnerLive = live.contains(where: owner.published)
        // If a rule of an owner that has ended is live now, it has stayed live after a halt, or somebody has made it
        // live again. So it stays.
        let others = live.filter { !owner.published($0) }
        rules = Replay(without: [owner] + ended, at: place, in: history).rules.including(others)
    }
}

/// The releases of a feature, repeated for one place without those of some owners.
private struct Replay {
    private let owners: [RuleOwner]
    private let history: FeatureHistory
    /// The rules of the place before the first release and after each release.
    private let states: [[Rule]]
    /// The rules without those of the owners, before the first release and after each release so far.
    private var results: [[Rule]]

    init(without owners: [RuleOwner], at place: RulePlace, in history: FeatureHistory) {
        (self.owners, self.history) = (owners, history)
        let first = history.first.rules(at: place)
        states = [first] + history.entries.map { $0.state.rules(at: place) }
        results = [first.filter { rule in !owners.contains { $0.owns(rule, after: history.start - 1) } }]
        for index in history.entries.indices { results.append(rules(afterEntryAt: index)) }
    }

    /// The rules after the last release.
    var rules: [Rule] { results[history.entries.count] }

    private func rules(afterEntryAt index: Int) -> [Rule] {
        let entry = history.entries[index]
        let (rules, next) = (results[index], states[index + 1])
        // Rules of an owner that had ended before the release do not count as its own: the person who made them live
        // again wants them to be served.
        let others = next.filter { rule in !owners.contains { $0.owns(rule, after: entry.release) } }
        if others.count == next.count { return next }
        if let target = entry.target, let count = history.entryCount(upTo: target), next.isLike(states[count]) {
            return results[count].covered(by: others)
        }
        let removed = states[index].filter { rule in
            !next.contains { $0.addedIn == rule.addedIn }
                && !owners.contains { $0.owns(rule, after: entry.release - 1) }
        }
        if let owner = owners.first(where: { $0.made(entry.release) }) {
            // If others have changed the share of the owner's rule, their publish has also replaced the other rules of
            // the place. Rules older than the owner stay, because the owner had replaced them before.
            guard entry.release > owner.start, owner.ownsPublishes else { return rules }
            return rules.filter { rule in
                rule.addedIn.map { $0 < owner.start } ?? false || !removed.contains { $0.addedIn == rule.addedIn }
            }
        }
        return rules.filter { rule in !removed.contains { $0.addedIn == rule.addedIn } }.covered(by: others)
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

    /// Returns the rules with others of the same place added, without the rules that an added rule before them
    /// replaces. In the actual history, rules of the owners had replaced these rules already.
    fileprivate func covered(by others: [Rule]) -> [Rule] {
        let rules = including(others)
        return rules.enumerated().filter { index, rule in
            let isOthers = others.contains { $0.addedIn == rule.addedIn }
            return isOthers
                || !rules[..<index].contains { earlier in
                    earlier.replaces(rule) && !contains { $0.addedIn == earlier.addedIn }
                }
        }.map(\.element)
    }

    /// Returns true if both lists serve the same bytes to the same clients, rule by rule.
    fileprivate func isLike(_ others: [Rule]) -> Bool {
        count == others.count && zip(self, others).allSatisfy { $0.isLike($1) }
    }
}

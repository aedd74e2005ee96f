/// The rules that a place (`RulePlace`) would have if one release or rollout had not added its own rules there.
///
/// A new rule removes the rules of the place whose clients it takes completely. Without the own rules, the rules that
/// they removed would still be live, except those that other releases have replaced or removed since. To tell the two
/// apart, `follow(_:)` is called with the rules of the place after each later release.
struct OthersRules {
    /// The rules without the own ones, in order of precedence.
    private(set) var rules: [Rule]
    /// The rules of the place after the last release that was followed, including the own ones.
    private var seen: [Rule]
    private let own: [Rule]
    /// True if a later step of a rollout may publish an own rule again after others have replaced it.
    private let isRepeated: Bool
    /// True once an own rule has been live.
    private var hasBegun = false

    /// Creates the state before the release or rollout. `rules`: The rules of the place. `own`: The rules that the
    /// release or rollout adds. `isRepeated`: True for a rollout, whose later steps publish an own rule again after
    /// others have replaced it.
    init(_ rules: [Rule], without own: [Rule], isRepeated: Bool) {
        self.rules = rules
        seen = rules
        self.own = own
        self.isRepeated = isRepeated
    }

    /// Applies the changes of the next release to `rules`. `next`: All rules of the place after that release.
    mutating func follow(_ next: [Rule]) {
        let (share, before) = (share(in: next), share(in: seen))
        let isRaised = share > before && (before >= 0 || isRepeated || !hasBegun)
        for rule in seen where !isOwn(rule) && !next.contains(where: rule.servesLike) {
            // The rule was removed by an own rule, which took all its clients.
            if isRaised, share >= rule.percent.tenths { continue }
            rules.removeAll(where: rule.servesLike)
        }
        for (place, rule) in next.enumerated() where !isOwn(rule) { take(rule, behind: next[..<place], in: next) }
        seen = next
        if share >= 0 { hasBegun = true }
    }

    /// Adds a rule of others, or updates the share of a known one, and removes the rules behind it that it covers.
    private mutating func take(_ rule: Rule, behind earlier: ArraySlice<Rule>, in next: [Rule]) {
        let place: Int
        if let known = rules.firstIndex(where: rule.servesLike) {
            place = known
            rules[place] = rule
        } else {
            let before = earlier.filter { !isOwn($0) }.compactMap { rules.firstIndex(where: $0.servesLike) }
            place = before.max().map { $0 + 1 } ?? 0
            rules.insert(rule, at: place)
        }
        let behind = rules[(place + 1)...].filter { other in
            next.contains(where: other.servesLike) || other.percent.tenths > rule.percent.tenths
        }
        rules = rules[...place] + behind
    }

    private func isOwn(_ rule: Rule) -> Bool {
        own.contains { $0.revision == rule.revision && $0.range == rule.range }
    }

    /// Returns the largest share of the own rules in `rules`, in tenths of a percent; -1 if there are none.
    private func share(in rules: [Rule]) -> Int { rules.filter(isOwn).map(\.percent.tenths).max() ?? -1 }
}

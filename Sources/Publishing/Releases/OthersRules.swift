/// The rules that a place would have without those of one release or rollout, followed through the releases since.
///
/// A rule takes clients from others, and one that takes all of them removes a rule. Without it such a rule would still be
/// there, but not one that others have replaced or removed meanwhile.
struct OthersRules {
    /// The rules of the others, in order of precedence.
    private(set) var rules: [Rule]
    /// The rules of the place as they were after the last release, with the own ones.
    private var seen: [Rule]
    private let own: [Rule]
    /// True if an own rule that others have replaced may be published again by its rollout.
    private let isRepeated: Bool
    private var hasBegun = false

    /// Begins before the release: `rules` are those of the place, and `own` the ones that it adds. Once others have
    /// replaced those, only a rollout, which has several steps, publishes them again; `isRepeated` is true for it.
    init(_ rules: [Rule], without own: [Rule], isRepeated: Bool) {
        self.rules = rules
        seen = rules
        self.own = own
        self.isRepeated = isRepeated
    }

    /// Takes over what the next release changed: `next` are the place's rules after it.
    mutating func follow(_ next: [Rule]) {
        let (share, before) = (share(in: next), share(in: seen))
        let isRaised = share > before && (before >= 0 || isRepeated || !hasBegun)
        for rule in seen where !isOwn(rule) && !next.contains(where: rule.servesLike) {
            // An own rule took all its clients.
            if isRaised, share >= rule.percent.tenths { continue }
            rules.removeAll(where: rule.servesLike)
        }
        for (place, rule) in next.enumerated() where !isOwn(rule) { take(rule, behind: next[..<place], in: next) }
        seen = next
        if share >= 0 { hasBegun = true }
    }

    /// Adds a rule, or the present share of a known one, and drops the rules that it covers.
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

    /// Returns the largest share of the own rules among some, in tenths of a percent; -1 if there are none.
    private func share(in rules: [Rule]) -> Int { rules.filter(isOwn).map(\.percent.tenths).max() ?? -1 }
}

import Publishing

/// Sentences about reviews.
enum ReviewWords {
    /// Returns the sentence about the people who cannot approve.
    static func barred(_ summary: ReviewSummary) -> String {
        let names = Words.list(summary.contributors)
        guard summary.base == 0 else {
            return Texts["reviews.barred", ["names": names, "base": summary.base]]
        }
        return summary.isCloned
            ? Texts["reviews.barred-from-clone", ["names": names]]
            : Texts["reviews.barred-from-first", ["names": names]]
    }

    /// Returns the sentence about why a verdict does not count; nil if it counts.
    static func discount(of verdict: Approval, _ summary: ReviewSummary) -> String? {
        guard verdict.isCounted else { return Texts["reviews.does-not-count-any-more"] }
        guard verdict.verdict == .approved, summary.isContributor(verdict.author) else { return nil }
        guard summary.base == 0 else { return Texts["reviews.does-not-count", ["base": summary.base]] }
        return summary.isCloned
            ? Texts["reviews.does-not-count-from-clone"] : Texts["reviews.does-not-count-from-first"]
    }

    /// Returns the sentence with the number of approvals that count.
    static func progress(_ summary: ReviewSummary) -> String {
        let count = summary.approvals.count
        guard summary.policy.required > 0 else { return Texts["reviews.approvals-optional", ["count": count]] }
        return Texts["reviews.approvals-of", ["given": count, "count": summary.policy.required]]
    }

    /// Returns the people and roles who are asked for a review, in words.
    static func asked(_ review: Review) -> String {
        let names = review.people + review.roles.map(\.title)
        return names.isEmpty ? Texts["reviews.anybody"] : Words.alternatives(names)
    }

    /// Returns a sentence about the number of approvals that publishing requires.
    static func required(_ count: Int) -> String {
        count == 0 ? Texts["reviews.policy-none"] : Texts["reviews.policy-approvals", ["count": count]]
    }

    /// Returns the choices of the number of approvals that a policy requires.
    static func choices(_ policy: ApprovalPolicy, ofFeature: Bool) -> [Choice] {
        let numbers = ApprovalPolicy.choices.map { number in
            Choice(
                value: "\(number)", label: required(number),
                isChosen: policy.required == number && (policy.isOwn || !ofFeature))
        }
        guard ofFeature else { return numbers }
        return [
            Choice(value: "installation", label: Texts["reviews.policy-of-installation"], isChosen: !policy.isOwn)
        ] + numbers
    }
}

extension ReviewState {
    /// The state's name on pages.
    var title: String {
        switch self {
        case .draft: Texts["reviews.state-draft"]
        case .inReview: Texts["reviews.state-in-review"]
        case .approved: Texts["reviews.state-approved"]
        case .changesRequested: Texts["reviews.state-changes-requested"]
        }
    }

    /// The style of the state's badge.
    var badge: String {
        switch self {
        case .draft: ""
        case .inReview: "warn"
        case .approved: "ok"
        case .changesRequested: "bad"
        }
    }
}

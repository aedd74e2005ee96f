import Publishing

/// A sentence about a rollout that still changes what clients get, or that a person should look at.
struct RolloutNotice: Sendable {
    var sentence: String
    /// Sentences about releases by others that have changed the rules for the rollout's clients, and what to do; empty
    /// if there are none.
    var warnings: [String]
    /// The style of the sentence: `bad`, `warn`, or empty for mere information.
    var kind: String
    var icon: String
    var href: String

    /// Creates the notice about a rollout. `overtaken` states how others have changed the rules for its clients since
    /// its current step; nil if they have not.
    init(_ rollout: Rollout, platforms: [Platform], overtaken: OvertakenRollout? = nil) {
        sentence =
            if let overtaken, overtaken.audience != .all {
                Self.sentenceWithoutShare(about: rollout)
            } else {
                Self.sentence(about: rollout)
            }
        warnings = overtaken?.sentences(about: rollout, platforms) ?? []
        (kind, icon) =
            switch rollout.state {
            case .failed, .halted: ("bad", "alert")
            case .awaitingApproval, .paused: ("warn", "info")
            case .running, .stopped, .finished: ("", "info")
            }
        if overtaken != nil, kind != "bad" { (kind, icon) = ("warn", "alert") }
        href = "\(Paths.rollouts)#rollout-\(rollout.id)"
    }

    /// Returns the sentence about a rollout whose clients get its revisions, with the share of these clients.
    private static func sentence(about rollout: Rollout) -> String {
        let number = rollout.id
        let features = rollout.features.joined(separator: ", ")
        let share = RolloutRow.share(of: rollout.percent)
        let (step, steps) = (rollout.step + 1, rollout.steps.count)
        return switch rollout.state {
        case .awaitingApproval:
            Texts[
                "rollouts.notice-awaiting",
                ["number": number, "features": features, "share": share, "step": step, "steps": steps]]
        case .paused:
            Texts[
                "rollouts.notice-paused",
                ["number": number, "features": features, "share": share, "step": step, "steps": steps]]
        case .failed:
            Texts[
                "rollouts.notice-failed",
                ["number": number, "features": features, "share": share, "step": step, "steps": steps]]
        case .halted: Texts["rollouts.notice-halted", ["number": number, "features": features]]
        // No page has a notice about a stopped or finished rollout.
        case .running, .stopped, .finished:
            Texts[
                "rollouts.notice-running",
                ["number": number, "features": features, "share": share, "step": step, "steps": steps]]
        }
    }

    /// Returns the sentence about an open rollout, not all of whose clients get its revisions.
    private static func sentenceWithoutShare(about rollout: Rollout) -> String {
        let number = rollout.id
        let features = rollout.features.joined(separator: ", ")
        let (step, steps) = (rollout.step + 1, rollout.steps.count)
        return switch rollout.state {
        case .awaitingApproval:
            Texts[
                "rollouts.notice-awaiting-at", ["number": number, "features": features, "step": step, "steps": steps]]
        case .paused:
            Texts["rollouts.notice-paused-at", ["number": number, "features": features, "step": step, "steps": steps]]
        case .failed: Texts["rollouts.notice-failed-at", ["number": number, "features": features]]
        // Only open rollouts are overtaken.
        case .running, .halted, .stopped, .finished:
            Texts["rollouts.notice-running-at", ["number": number, "features": features, "step": step, "steps": steps]]
        }
    }

    static let sample: RolloutNotice = {
        var notice = RolloutNotice(.sample, platforms: [Platform(name: "ios", title: "iOS")])
        notice.warnings = ["The next step would fail now."]
        return notice
    }()
}

extension Stores {
    /// Returns the notices about rollouts, in the same order.
    func rolloutNotices(about listed: some Collection<Rollout>) throws -> [RolloutNotice] {
        guard !listed.isEmpty else { return [] }
        let platforms = try releases.platforms()
        let overtaken = try rollouts.overtaken(among: Array(listed))
        return listed.map { RolloutNotice($0, platforms: platforms, overtaken: overtaken[$0.id]) }
    }
}

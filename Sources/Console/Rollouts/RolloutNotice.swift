import Publishing

/// A sentence about a rollout that still changes what clients get, or that a person should look at.
struct RolloutNotice: Sendable {
    var sentence: String
    /// The style of the sentence: `bad`, `warn`, or empty for mere information.
    var kind: String
    var icon: String
    var href: String

    init(_ rollout: Rollout) {
        let number = rollout.id
        let features = rollout.features.joined(separator: ", ")
        let share = RolloutRow.share(of: rollout.percent)
        let (step, steps) = (rollout.step + 1, rollout.steps.count)
        switch rollout.state {
        case .awaitingApproval:
            sentence =
                Texts[
                    "rollouts.notice-awaiting",
                    ["number": number, "features": features, "share": share, "step": step, "steps": steps]]
        case .paused:
            sentence =
                Texts[
                    "rollouts.notice-paused",
                    ["number": number, "features": features, "share": share, "step": step, "steps": steps]]
        case .failed:
            sentence =
                Texts[
                    "rollouts.notice-failed",
                    ["number": number, "features": features, "share": share, "step": step, "steps": steps]]
        case .halted: sentence = Texts["rollouts.notice-halted", ["number": number, "features": features]]
        // No page has a notice about a stopped or finished rollout.
        case .running, .stopped, .finished:
            sentence =
                Texts[
                    "rollouts.notice-running",
                    ["number": number, "features": features, "share": share, "step": step, "steps": steps]]
        }
        (kind, icon) =
            switch rollout.state {
            case .failed, .halted: ("bad", "alert")
            case .awaitingApproval, .paused: ("warn", "info")
            case .running, .stopped, .finished: ("", "info")
            }
        href = "\(Paths.rollouts)#rollout-\(rollout.id)"
    }

    static let sample = RolloutNotice(.sample)
}

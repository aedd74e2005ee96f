package import Foundation

/// The state of a feature at a moment of the past or the future.
package struct FeatureMoment: Sendable {
    package let time: Date
    /// The state; nil before the feature's first release.
    package let item: ReleaseItem?
    /// The release of the state; of a planned one the number that it would get. 0 before the first.
    package let release: Int
    /// The open schedules that would be released until then, in order; empty for the past.
    package let planned: [Schedule]
    /// The open schedules that are due until then and would be refused, with the reasons.
    package let refused: [RefusedSchedule]
    /// The rollouts of which a step is due until then and would be refused, with the reasons.
    package let refusedSteps: [RefusedStep]

    /// The sentences on the schedules that lead to the state.
    package var remarks: [String] {
        let numbers = planned.map { "\($0.id)" }.joined(separator: ", ")
        return (planned.isEmpty ? [] : ["Includes what is scheduled until then (schedule \(numbers))."])
            + refused.map { refused in
                "Schedule \(refused.schedule.id) would be refused: "
                    + refused.problems.map(\.message).joined(separator: " ")
            }
            + refusedSteps.map { refused in
                "The step of rollout \(refused.rollout.id) to \(refused.percent) % would be refused: "
                    + refused.problems.map(\.message).joined(separator: " ")
            }
    }

    /// A schedule that would be refused.
    package struct RefusedSchedule: Sendable {
        package let schedule: Schedule
        package let problems: [ReleaseProblem]
    }

    /// A step of a rollout that would be refused.
    package struct RefusedStep: Sendable {
        package let rollout: Rollout
        /// The share of the step.
        package let percent: RolloutPercent
        package let problems: [ReleaseProblem]
    }
}

/// The result for one client at a moment.
package struct MomentResolution: Sendable {
    package let resolution: Resolution
    package let moment: FeatureMoment?
}

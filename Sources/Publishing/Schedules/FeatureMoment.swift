package import Foundation

/// The state of a feature at a moment in the past or the future.
package struct FeatureMoment: Sendable, Hashable {
    package let time: Date
    /// The state; nil before the feature's first release.
    package let item: ReleaseItem?
    /// The release that led to the state; for a planned release, the number that it would get. 0 before the feature's
    /// first release.
    package let release: Int
    /// True for a time in the future: releases may still be made before it, so the release's number is not certain.
    package let isForecast: Bool
    /// The open schedules that would be released by that time, in order; empty for the past.
    package let planned: [Schedule]
    /// The open schedules that are due by that time and would be refused, with the problems.
    package let refused: [RefusedSchedule]
    /// The rollouts with a step that is due by that time and would be refused, with the problems.
    package let refusedSteps: [RefusedStep]

    /// Creates the moment from a feature's state; `release` is 0 before the feature's first release.
    init(
        time: Date, _ state: FeatureState, release: Int, isForecast: Bool, planned: [Schedule] = [],
        refused: [RefusedSchedule] = [], refusedSteps: [RefusedStep] = []
    ) {
        let item = ReleaseItem(
            feature: state.feature.name, previousRelease: nil, rules: state.rules, switchedOff: state.switchedOff)
        (self.time, self.item, self.release, self.isForecast) = (time, release == 0 ? nil : item, release, isForecast)
        (self.planned, self.refused, self.refusedSteps) = (planned, refused, refusedSteps)
    }

    /// Sentences for people: which schedules the state includes, and which schedules and steps would be refused.
    package var remarks: [String] {
        let numbers = planned.map { "\($0.id)" }.joined(separator: ", ")
        let schedules = planned.count == 1 ? "schedule" : "schedules"
        return (planned.isEmpty ? [] : ["Includes the releases scheduled until then (\(schedules) \(numbers))."])
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
    package struct RefusedSchedule: Sendable, Hashable {
        package let schedule: Schedule
        package let problems: [ReleaseProblem]
    }

    /// A step of a rollout that would be refused.
    package struct RefusedStep: Sendable, Hashable {
        package let rollout: Rollout
        /// The share of clients in the step.
        package let percent: RolloutPercent
        package let problems: [ReleaseProblem]
    }
}

/// The answer to one client's request at a moment.
package struct MomentResolution: Sendable {
    package let resolution: Resolution
    /// The feature at the moment; nil if the request was for now, or if the platform or the feature is unknown.
    package let moment: FeatureMoment?
}

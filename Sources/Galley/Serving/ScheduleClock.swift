import Logging
import Publishing

/// Makes scheduled releases and rollout steps that are due: at the start those that were missed, and then every second
/// those that have become due.
struct ScheduleClock {
    private let task: PeriodicTask

    init(schedules: ScheduleStore, rollouts: RolloutStore) {
        let log = Logger(label: "galley.schedules")
        task = PeriodicTask("galley.schedules", seconds: 1) {
            Self.attempt(log) {
                for schedule in try schedules.releaseDue() { Self.report(schedule, to: log) }
            }
            // A scheduled release that waits or fails must not keep a rollout from halting.
            Self.attempt(log) {
                try rollouts.advance { Self.report($0, to: log) }
            }
        }
    }

    private static func attempt(_ log: Logger, _ work: () throws -> Void) {
        do {
            try work()
        } catch  where isDatabaseAway(error) {
            // Requests report that the database does not answer; the releases are made when it is back.
        } catch  where isChangeWaiting(error) {
            // The releases and steps are tried again a second later.
        } catch {
            log.error("scheduled releases or rollout steps could not be made", metadata: ["error": "\(error)"])
        }
    }

    /// Makes the missed releases and steps now, and then every second those that have become due.
    func start() { task.start() }

    /// Makes the releases and steps that are due, for the last time; does nothing if the clock was not started.
    func stop() { task.stop() }

    private static func report(_ rollout: Rollout, to log: Logger) {
        var metadata: Logger.Metadata = [
            "rollout": "\(rollout.id)", "features": "\(rollout.features.joined(separator: ", "))",
            "percent": "\(rollout.percent)",
        ]
        switch rollout.state {
        case .failed(let problems), .halted(_, let problems):
            metadata["problems"] = "\(problems.map(\.message).joined(separator: " "))"
            log.error("rollout \(rollout.state.word)", metadata: metadata)
        case .running, .awaitingApproval, .paused, .stopped, .finished:
            log.info("rollout step made", metadata: metadata)
        }
    }

    private static func report(_ schedule: Schedule, to log: Logger) {
        var metadata: Logger.Metadata = [
            "schedule": "\(schedule.id)", "features": "\(schedule.features.joined(separator: ", "))",
        ]
        switch schedule.state {
        case .failed(let problems):
            metadata["problems"] = "\(problems.map(\.message).joined(separator: " "))"
            // This schedule would end a release whose own schedule failed, which the log already contains as an error.
            let isFollowing = problems.allSatisfy { $0.code == ReleaseProblem.notPublished }
            log.log(level: isFollowing ? .warning : .error, "scheduled release failed", metadata: metadata)
        case .released(let number):
            metadata["release"] = number.map { "\($0)" }
            guard schedule.delay >= SchedulePunctuality.tolerance else {
                return log.info("scheduled release made", metadata: metadata)
            }
            metadata["seconds"] = "\(Int(schedule.delay))"
            log.warning("scheduled release made late", metadata: metadata)
        case .waiting, .cancelled: return
        }
    }
}

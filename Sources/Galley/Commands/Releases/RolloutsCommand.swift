import ArgumentParser
import Foundation
import JSONText
import Publishing

/// The command for releases that reach their clients in steps; `release publish --plan` starts them.
struct RolloutsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollouts",
        abstract: "List, pause, continue, approve and stop rollouts; list, save and withdraw plans.",
        subcommands: [
            List.self, Show.self, Pause.self, Continue.self, Approve.self, Report.self, Stop.self, Plans.self,
            SavePlan.self, WithdrawPlan.self,
        ])

    /// The command that lists rollouts.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the rollouts, newest first.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "Only rollouts of this feature.") var name: String?
        @Option(help: "The maximum number of rollouts.") var limit = 100

        func validate() throws { try NumberOption.check(limit: limit) }

        func run() throws {
            let stores = try installation.open()
            if let name, try stores.features.feature(named: name) == nil {
                try format.refuse("there is no feature \(name)")
            }
            let rollouts = try stores.rollouts.all(of: name, limit: limit)
            try format.done(
                RolloutListAnswer(rollouts), lines: rollouts.map(RolloutReport.line), orNone: "No rollouts.")
        }
    }

    /// The command that shows one rollout.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show a rollout.")

        @OptionGroup var subject: RolloutSubject

        func run() throws {
            let (format, number) = (subject.format, subject.number)
            guard let rollout = try subject.rollouts().rollout(number) else {
                try format.refuse("there is no rollout \(number)")
            }
            try format.done(RolloutAnswer(rollout), text: RolloutReport.line(of: rollout))
        }
    }

    /// The command that pauses a rollout.
    struct Pause: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Pause a rollout: no further step is made by itself.")

        @OptionGroup var subject: RolloutSubject

        func run() throws {
            try subject.change { try $0.pause($1, by: .operator) }
        }
    }

    /// The command that lets a paused rollout continue.
    struct Continue: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a paused rollout continue.")

        @OptionGroup var subject: RolloutSubject

        func run() throws {
            try subject.change { try $0.continue($1, by: .operator) }
        }
    }

    /// The command that makes the next step now.
    struct Approve: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make the next step now, even if the rollout is paused or has failed.",
            discussion: """
                If others have released for the same clients since the last step, this is refused and the rollout \
                fails. Approve again once you have looked at what changed.
                """)

        @OptionGroup var subject: RolloutSubject

        func run() throws {
            try subject.change { try $0.approve($1, by: .operator) }
        }
    }

    /// The command that reports failures, which count towards the threshold of the current step.
    struct Report: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Report failures that you have seen; at the step's threshold the rollout halts.")

        @OptionGroup var subject: RolloutSubject
        @Option(help: "The number of failures.") var count = 1
        @Option(help: "A note for the history.") var note = ""

        func validate() throws { try NumberOption.check("--count", count, in: 1...Int.max) }

        func run() throws {
            try subject.change { try $0.report($1, failures: count, note: note, by: .operator) }
        }
    }

    /// The command that stops a rollout.
    struct Stop: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop a rollout, so that clients get what they would get without it.")

        @OptionGroup var subject: RolloutSubject
        @Option(help: "The reason, for the history.") var reason = ""
        @Flag(help: "Report what would happen, without changing anything.") var dryRun = false

        func run() throws {
            guard dryRun else {
                return try subject.change { try $0.stop($1, reason: reason, by: .operator) }
            }
            try RolloutReport.print(
                subject.rollouts().planStop(subject.number, reason: reason, by: .operator), as: subject.format)
        }
    }

    /// The command that lists the plans of rollouts.
    struct Plans: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the plans with their steps.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption

        func run() throws {
            let plans = try installation.open().rollouts.plans()
            try format.done(
                RolloutPlanListAnswer(plans), lines: plans.map(RolloutReport.line), orNone: "No plans.")
        }
    }

    /// The command that saves a plan of rollouts.
    struct SavePlan: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "save-plan", abstract: "Save a plan, or replace the plan of the same name.",
            discussion: """
                A step is PERCENT:MINUTES:FAILURES, such as 1:60:5: one percent of the clients for an hour; at five \
                reported failures the rollout halts. At 0 percent only test devices get the revision. With :approval \
                at the end the next step waits for a person. The last step is 100.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The name of the plan.") var name: String
        @Argument(help: "The steps, such as 0:10:1 1:60:5 10:60:25 100.") var steps: [String]

        func run() throws {
            let rollouts = try installation.open().rollouts
            let faults = try rollouts.save(name, steps.map(step), by: .operator)
            guard faults.isEmpty, let plan = try rollouts.plan(name) else {
                try format.refuse(faults.joined(separator: " "))
            }
            try format.done(RolloutPlanAnswer(plan), text: "Plan \(name) saved.")
        }

        private func step(_ text: String) throws -> RolloutStep {
            guard let step = RolloutStep(notation: text) else {
                throw CommandError(
                    "\(text) is not a step: write PERCENT:MINUTES:FAILURES, such as 0.5:60:5. "
                        + "PERCENT has at most one decimal place")
            }
            return step
        }
    }

    /// The command that withdraws a plan of rollouts.
    struct WithdrawPlan: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "withdraw-plan", abstract: "Withdraw a plan; rollouts that have begun keep its steps.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The name of the plan.") var name: String

        func run() throws {
            let rollouts = try installation.open().rollouts
            guard try rollouts.withdraw(name, by: .operator) else {
                try format.refuse(
                    name == RolloutPlan.usual
                        ? "the plan \(name) cannot be withdrawn: it is used when no other plan is named"
                        : "there is no plan \(name)")
            }
            try format.done(RolloutPlanListAnswer(rollouts.plans()), text: "Plan \(name) withdrawn.")
        }
    }
}

/// The rollout that a command is about.
struct RolloutSubject: ParsableArguments {
    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @Argument(help: "The number of the rollout.") var number: Int

    /// Opens the rollouts of the installation; throws ``CommandError`` if its database is not migrated.
    func rollouts() throws -> RolloutStore { try installation.open().rollouts }

    /// Changes the rollout and prints the outcome; exits with status 1 if the change was refused.
    func change(_ change: (RolloutStore, Int) throws -> RolloutOutcome) throws {
        try RolloutReport.print(change(rollouts(), number), as: format)
    }
}

/// Prints rollouts.
enum RolloutReport {
    /// Prints the outcome of a change; exits with status 1 if it was refused.
    static func print(_ outcome: RolloutOutcome, as format: FormatOption) throws {
        switch outcome {
        case .changed(let rollout, let warnings):
            try format.done(
                RolloutAnswer(rollout, warnings: warnings.isEmpty ? nil : warnings),
                text: ([line(of: rollout)] + lines(of: warnings)).joined(separator: "\n"))
        case .unchanged(let rollout):
            try format.done(
                RolloutAnswer(rollout), text: "Nothing was changed: rollout \(rollout.id) is \(rollout.state.word).")
        case .refused(let refusal):
            try ReleaseReport.print(
                refusal, as: format, advice: "look at what clients get now, then approve again or stop the rollout")
        case .keyReused(let use): try ReleaseReport.refuse(use, as: format)
        case .noSuchRollout(let number): try format.refuse("there is no rollout \(number)")
        }
    }

    /// Prints what a stop would do; exits with status 1 if the stop would be refused.
    static func print(_ plan: RolloutStopPlan, as format: FormatOption) throws {
        switch plan {
        case .planned(_, let outcome): try ReleaseReport.print(outcome, as: format)
        case .unchanged(let rollout): try print(RolloutOutcome.unchanged(rollout), as: format)
        case .noSuchRollout(let number): try print(RolloutOutcome.noSuchRollout(number), as: format)
        }
    }

    /// Prints the outcome of a start.
    static func print(started outcome: ReleaseOutcome, in rollouts: RolloutStore, as format: FormatOption) throws {
        guard case .released(let release, let warnings) = outcome,
            let rollout = try rollouts.rollout(ofRelease: release.number)
        else { return try ReleaseReport.print(outcome, as: format) }
        let lines =
            ["Rollout \(rollout.id) started with release \(release.number).", line(of: rollout)]
            + lines(of: warnings)
        try format.done(RolloutAnswer(rollout, warnings: warnings), text: lines.joined(separator: "\n"))
    }

    private static func lines(of warnings: [ReleaseProblem]) -> [String] {
        warnings.map { "Warning: \(ReleaseReport.line(of: $0))" }
    }

    /// Returns a plan of rollouts as a line of text.
    static func line(of plan: RolloutPlan) -> String {
        "\(plan.name)  \(plan.steps.map(\.notation).joined(separator: " "))"
    }

    /// Returns a rollout as a line of text.
    static func line(of rollout: Rollout) -> String {
        var result = rollout.state.word
        switch rollout.state {
        case .failed(let problems), .halted(_, let problems):
            result += ": " + problems.map(\.message).joined(separator: " ")
        case .running:
            if rollout.hasNextStep, let due = rollout.dueAt { result += ", next step \(due.ISO8601Format())" }
        case .awaitingApproval, .paused, .stopped, .finished: break
        }
        return "\(rollout.id)  \(rollout.features.joined(separator: ", "))  \(rollout.percent) %  "
            + "step \(rollout.step + 1) of \(rollout.steps.count)  \(counted: rollout.failures, "failure")  \(result)"
    }
}

import ArgumentParser
import Foundation
import JSONText
import Publishing

/// The command for scheduled releases; `release publish --at` schedules them.
struct SchedulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedules", abstract: "List, cancel and retry scheduled releases.",
        subcommands: [List.self, Cancel.self, Retry.self])

    /// The command that lists schedules.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the open schedules, the earliest first, then the released and cancelled ones.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Option(help: "The maximum number of schedules.") var limit = 100
        @Flag(help: "Only open schedules, which may still make a release.") var open = false

        func validate() throws { try NumberOption.check(limit: limit) }

        func run() throws {
            let schedules = try installation.open().schedules.all(limit: limit, onlyOpen: open)
            try format.done(
                ScheduleListAnswer(schedules), lines: schedules.map(ScheduleReport.line), orNone: "No schedules.")
        }
    }

    /// The command that cancels a schedule.
    struct Cancel: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Cancel a schedule, and the end of the release that it would make.")

        @OptionGroup var subject: ScheduleSubject

        func run() throws {
            try subject.change("cancelled") { try $0.cancel($1, by: .operator) }
        }
    }

    /// The command that retries a failed schedule.
    struct Retry: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Retry a failed schedule at once, even if rules have changed since it was planned.",
            discussion: """
                A retried release replaces what is live now. If the end of a release is retried, it takes out the \
                rules that the release added, except rules that others have changed.
                """)

        @OptionGroup var subject: ScheduleSubject

        func run() throws {
            try subject.change("waiting again") { try $0.retry($1, by: .operator) }
        }
    }
}

/// The schedule that a command is about.
struct ScheduleSubject: ParsableArguments {
    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption
    @Argument(help: "The number of the schedule.") var number: Int

    /// Changes the schedule and prints its new state, `done`; exits with status 1 if there is no such schedule.
    func change(_ done: String, _ step: (ScheduleStore, Int) throws -> ScheduleChangeOutcome) throws {
        try ScheduleReport.print(step(installation.open().schedules, number), done: done, as: format)
    }
}

/// Prints schedules.
enum ScheduleReport {
    /// Prints the outcome of scheduling a release; exits with status 1 if it was refused.
    static func print(_ outcome: ScheduleOutcome, as format: FormatOption) throws {
        switch outcome {
        case .scheduled(let schedule, let end, let warnings):
            try format.done(
                NewScheduleAnswer(schedule, end: end, warnings: warnings),
                text: ([schedule, end].compactMap { $0 }.map(line)
                    + warnings.map { "Warning: \($0.message)" }).joined(separator: "\n"))
        case .released(let release, let end, let warnings):
            try format.done(
                NewScheduleAnswer(release, end: end, warnings: warnings),
                text: (["Release \(release.number)."] + [end].compactMap { $0 }.map(line)
                    + warnings.map { "Warning: \($0.message)" }).joined(separator: "\n"))
        case .refused(let refusal): try ReleaseReport.print(refusal, as: format)
        case .keyReused(let use): try ReleaseReport.refuse(use, as: format)
        }
    }

    /// Prints the outcome of a change; exits with status 1 if there is no such schedule.
    static func print(_ outcome: ScheduleChangeOutcome, done: String, as format: FormatOption) throws {
        switch outcome {
        case .changed(let schedule):
            try format.done(ScheduleAnswer(schedule), text: "Schedule \(schedule.id) is \(done).")
        case .unchanged(let schedule):
            try format.done(
                ScheduleAnswer(schedule),
                text: "Nothing was changed: schedule \(schedule.id) is \(schedule.state.word).")
        case .noSuchSchedule(let number): try format.refuse("there is no schedule \(number)")
        }
    }

    /// Returns a schedule as a line of text.
    static func line(of schedule: Schedule) -> String {
        var result = schedule.state.word
        switch schedule.state {
        case .released(let number?): result += " as release \(number)"
        case .failed(let problems): result += ": " + problems.map(\.message).joined(separator: " ")
        default: break
        }
        if schedule.delay >= SchedulePunctuality.tolerance {
            result += ", \(counted: Int(schedule.delay), "second") late"
        }
        let action =
            switch schedule.action {
            case .publish: "publish"
            case .endRelease(let number): "end of release \(number)"
            case .endSchedule(let id): "end of the release of schedule \(id)"
            }
        return "\(schedule.id)  \(InternetTime.text(schedule.dueAt))  \(action)  "
            + "\(schedule.features.joined(separator: ", "))  \(schedule.author.name)  \(result)"
    }
}

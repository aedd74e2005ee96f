import Foundation
import PostgreSQL

extension ScheduleStore {
    /// The maximum number of schedules that one call releases, so that many due schedules do not hold up other work.
    private static let maximumReleases = 100

    /// Releases the schedules that are due, the earliest first, and returns each with its new state.
    ///
    /// Each schedule is claimed inside the transaction that publishes, so it is released only once, even if several
    /// processes call this function, and never before it is due by the database's clock. Schedules that came due while
    /// no process ran are released late. A refusal is recorded and reported. Errors are thrown: after an error of the
    /// database that may pass, the next call tries again; any other error makes the schedule fail.
    package func releaseDue() throws -> [Schedule] {
        var settled: [Schedule] = []
        while settled.count < Self.maximumReleases,
            let schedule = try pool.withConnection({ try ScheduleTable.next(on: $0) })
        {
            do {
                try release(schedule)
            } catch is NotDue {
                return settled
            }
            if let schedule = try self.schedule(schedule.id) { settled.append(schedule) }
        }
        return settled
    }

    /// Releases one schedule that is due, or records that it was refused.
    private func release(_ schedule: Schedule) throws {
        do {
            guard case .refused(let refusal) = try outcome(of: schedule) else { return }
            if let problems = refusal.problems(since: "this was scheduled", feature: schedule.features.first) {
                try fail(schedule, problems)
            } else {
                try settle(schedule) { connection in
                    try ScheduleTable.record("released", of: schedule.id, by: .clock, on: connection)
                }
            }
        } catch let error as NotDue {
            throw error
        } catch let error as PostgreSQLError where error.isAway || error.isTransient || error.isCommitUnknown {
            throw error
        } catch {
            // Any other error would occur again at every try and delay all later schedules, so it makes the schedule
            // fail.
            try fail(
                schedule,
                [
                    ReleaseProblem(
                        code: "failed",
                        message: "The release failed because of an internal error. Galley's log names the cause.")
                ])
            throw error
        }
    }

    private func outcome(of schedule: Schedule) throws -> ReleaseOutcome {
        let problems = try pool.withConnection { try Self.problems(of: schedule, on: $0) }
        guard problems.isEmpty else { return .refused(.rejected(problems)) }
        var context = ReleaseContext(schedule: schedule.id) { connection in
            try ScheduleTable.claim(schedule.id, on: connection)
        } finish: { number, connection in
            try ScheduleTable.record("released", of: schedule.id, release: number, by: .clock, on: connection)
        }
        switch schedule.action {
        case .publish(var request):
            var known: Set<Int> = []
            if let retried = schedule.retriedAfter {
                let planned = request.expectedRelease
                context.problems = { feature, rules, connection in
                    try SwitchedOffPlatforms.problems(
                        of: feature, rules, exceptThoseAfter: planned, on: connection)
                }
                request.expectedRelease = retried
            } else {
                known = try pool.withConnection { try ScheduleTable.releases(before: schedule.id, on: $0) }
            }
            return try releases.publish(
                request, by: schedule.author, context: context, known: known, as: ReleaseOutcome.self)
        case .endRelease(let number): return try end(number, of: schedule, context)
        case .endSchedule(let id):
            guard let made = try self.schedule(id), case .released(let number?) = made.state else {
                return .refused(.rejected([Self.unpublished(id)]))
            }
            return try end(number, of: schedule, context)
        }
    }

    private func end(_ release: Int, of schedule: Schedule, _ context: ReleaseContext) throws -> ReleaseOutcome {
        try releases.end(
            release, of: schedule.features, isRetried: schedule.retriedAfter != nil, reason: schedule.reason,
            by: schedule.author, context: context)
    }

    /// Returns the problems that do not depend on the document: the author may no longer publish, or the scheduled end
    /// has passed already.
    static func problems(of schedule: Schedule, on connection: Connection) throws -> [ReleaseProblem] {
        var problems = try problems(of: schedule.author, breakGlass: schedule.breakGlass, on: connection)
        guard case .publish = schedule.action else { return problems }
        let ends = try ScheduleTable.schedules(
            "undoes_schedule = \(schedule.id) AND kind <> 'cancelled'", limit: 1, on: connection
        ).first
        if let ends, try hasPassed(ends.dueAt, on: connection) {
            problems.append(
                ReleaseProblem(
                    code: ReleaseProblem.timePassed,
                    message: """
                        The rules would have ended at \(InternetTime.words(ends.dueAt)), before they could be published. \
                        Cancel this schedule and create it again. To publish the rules without an end, cancel schedule \
                        \(ends.id), which would end them, and try again.
                        """))
        }
        return problems
    }

    /// Returns the problem of a scheduled end whose schedule has published nothing.
    static func unpublished(_ id: Int) -> ReleaseProblem {
        ReleaseProblem(
            code: ReleaseProblem.notPublished,
            message: "There is nothing to end: schedule \(id) has published nothing. If you cancel schedule \(id), "
                + "this end is cancelled too.")
    }

    /// Returns the problem of an author who may not publish, or not without the required approvals; empty if there is
    /// none.
    static func problems(
        of author: Actor, breakGlass: Bool, on connection: Connection
    ) throws -> [ReleaseProblem] {
        guard let id = author.accountID else { return [] }
        let account = try connection.query(
            "SELECT \(AccountStore.columns) FROM account WHERE id = \(id)"
        ).map(AccountStore.account).first
        guard let account, !account.isDisabled, account.may(.publish) else {
            return [ReleaseProblem(code: "author-not-allowed", message: "\(author.name) may no longer publish.")]
        }
        guard !breakGlass || account.may(.breakGlass) else {
            return [
                ReleaseProblem(
                    code: "author-not-allowed",
                    message: "\(author.name) may not publish without the required approvals.")
            ]
        }
        return []
    }

    /// Records a refusal in the schedule and in the audit trail.
    private func fail(_ schedule: Schedule, _ problems: [ReleaseProblem]) throws {
        try settle(schedule) { connection in
            try ScheduleTable.record("failed", of: schedule.id, problems: problems, by: .clock, on: connection)
            try AuditStore.append(
                .scheduleFailed, of: "schedule \(schedule.id)", by: .clock,
                [
                    "features": .texts(schedule.features), "problems": .texts(problems.map(\.code)),
                    "message": .text(problems.map(\.message).joined(separator: " ")),
                ], on: connection)
        }
    }

    /// Runs `body` in a transaction that has claimed the schedule.
    private func settle(_ schedule: Schedule, _ body: (Connection) throws -> Void) throws {
        try pool.transaction { connection in
            try ScheduleTable.claim(schedule.id, on: connection)
            try body(connection)
        }
    }
}

import Foundation
import JSONText
import PostgreSQL

/// The error for a scheduled release or a rollout's step that is not due, that has changed since it was read, or that
/// another process is carrying out.
struct NotDue: Error {}

/// Reads and writes the tables of schedules.
enum ScheduleTable {
    /// The condition on rows of `schedule_state` for schedules that may still create a release.
    static let isOpen: SQL = "kind NOT IN ('released', 'cancelled')"
    /// The condition on rows of `schedule_state` for schedules that are due by the database's clock.
    private static let due: SQL = "kind IN ('waiting', 'retried') AND due_at <= clock_timestamp()"

    /// Returns the schedules that meet a condition on the columns of `schedule_state`.
    static func schedules(
        _ condition: SQL, order: SQL = "due_at, id", limit: Int, on connection: Connection
    ) throws -> [Schedule] {
        let rows = try connection.query(
            "SELECT * FROM schedule_state WHERE \(condition) ORDER BY \(order) LIMIT \(limit)")
        let names = try PlannedFeatures.schedules.names(
            in: rows.map { try $0["id", as: Int.self] }, on: connection)
        return try rows.map { try schedule($0, names[$0["id", as: Int.self], default: [:]]) }
    }

    static func schedule(_ id: Int, on connection: Connection) throws -> Schedule? {
        try schedules("id = \(id)", limit: 1, on: connection).first
    }

    /// Returns the schedule to carry out next: the earliest of those that are due.
    static func next(on connection: Connection) throws -> Schedule? {
        try schedules(due, limit: 1, on: connection).first
    }

    /// Takes the lock for carrying out schedules, until the end of the transaction.
    ///
    /// - Throws: `NotDue` if another transaction has the lock, or if another schedule is next.
    static func claim(_ id: Int, on connection: Connection) throws {
        let isFree = try connection.query(
            "SELECT pg_try_advisory_xact_lock(hashtextextended('galley.schedule', 0)) AS free"
        ).first?["free", as: Bool.self]
        guard isFree == true, try next(on: connection)?.id == id else { throw NotDue() }
    }

    /// Waits for the lock that `claim` takes, so that no schedule is carried out while it is changed.
    static func lock(on connection: Connection) throws {
        try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.schedule', 0))")
    }

    /// Returns the numbers of the releases that the author of a schedule could expect: those of schedules that had been
    /// created before, and those of the steps of rollouts that had begun before.
    static func releases(before id: Int, on connection: Connection) throws -> Set<Int> {
        Set(
            try connection.query(
                """
                SELECT release FROM schedule_event
                WHERE schedule_id < \(id) AND kind = 'released' AND release IS NOT NULL
                UNION
                SELECT rollout_event.release FROM rollout_event
                JOIN rollout ON rollout.id = rollout_id
                JOIN schedule ON schedule.id = \(id) AND schedule.created_at > rollout.created_at
                WHERE rollout_event.kind = 'stepped' AND makes_release
                """
            ).map { try $0["release", as: Int.self] })
    }

    /// Writes a schedule, claims the idempotency key of its request, and returns the schedule's id.
    static func store(
        _ action: ScheduleAction, at time: Date, of features: [String], reason: String, breakGlass: Bool = false,
        keyed: KeyedRequest? = nil, by actor: Actor, on connection: Connection
    ) throws -> Int {
        var (request, release, schedule): (String?, Int?, Int?) = (nil, nil, nil)
        switch action {
        case .publish(let publish): request = try publish.json()
        case .endRelease(let number): release = number
        case .endSchedule(let number): schedule = number
        }
        let rows = try connection.query(
            """
            INSERT INTO schedule (due_at, request, undoes_release, undoes_schedule, features, reason, break_glass,
                author_id, author_name)
            VALUES (\(time), \(request), \(release), \(schedule), \(features), \(reason.storable), \(breakGlass),
                \(actor.accountID), \(actor.name.storable))
            RETURNING id
            """)
        guard let id = try rows.first?["id", as: Int.self] else { throw MissingRow() }
        if let keyed { try IdempotencyTable.claim(keyed, schedule: id, on: connection) }
        try AuditStore.append(
            .scheduleCreated, of: "schedule \(id)", by: actor,
            [
                "at": .text(time.formatted(.iso8601)), "features": .texts(features), "reason": .text(reason),
                "ends": release.map { .number($0) }, "endsSchedule": schedule.map { .number($0) },
            ], on: connection)
        return id
    }

    /// Records an event of a schedule. `expected` is the newest release when a person asked for another try.
    static func record(
        _ kind: String, of id: Int, release: Int? = nil, expected: Int? = nil, problems: [ReleaseProblem]? = nil,
        by actor: Actor, on connection: Connection
    ) throws {
        let text = try problems.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        try connection.execute(
            """
            INSERT INTO schedule_event (schedule_id, kind, release, expected, problems, author_id, author_name)
            VALUES (\(id), \(kind), \(release), \(expected), \(text?.storable), \(actor.accountID),
                \(actor.name.storable))
            """)
    }

    /// Reads a row. `names` are the features' present names, by their names when the schedule was created.
    private static func schedule(_ row: Row, _ names: [String: String]) throws -> Schedule {
        let state: ScheduleState =
            switch try row["kind", as: String.self] {
            case "released": .released(try row["release", as: Int?.self])
            case "cancelled": .cancelled(by: try row["event_author", as: String.self])
            case "failed": .failed(try problems(row["problems", as: String.self]))
            default: .waiting
            }
        return Schedule(
            id: try row["id", as: Int.self], dueAt: try row["due_at", as: Date.self], action: try action(row, names),
            features: PlannedFeatures.present(try row["features", as: [String].self], by: names),
            reason: try row["reason", as: String.self],
            breakGlass: try row["break_glass", as: Bool.self], author: try Actor(row),
            createdAt: try row["created_at", as: Date.self], state: state,
            settledAt: try row["event_at", as: Date?.self], retriedAfter: try row["expected", as: Int?.self])
    }

    private static func action(_ row: Row, _ names: [String: String]) throws -> ScheduleAction {
        if let release = try row["undoes_release", as: Int?.self] { return .endRelease(release) }
        if let schedule = try row["undoes_schedule", as: Int?.self] { return .endSchedule(schedule) }
        let text = try row["request", as: String.self]
        var request = try PublishRequest(JSONDocument(parsing: Array(text.utf8)).root)
        for place in request.rules.indices {
            request.rules[place].feature = names[request.rules[place].feature] ?? request.rules[place].feature
        }
        request.breakGlass = try row["break_glass", as: Bool.self]
        return .publish(request)
    }

    private static func problems(_ text: String) throws -> [ReleaseProblem] {
        try JSONDecoder().decode([ReleaseProblem].self, from: Data(text.utf8))
    }
}

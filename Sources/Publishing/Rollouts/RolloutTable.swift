import Foundation
import JSONText
import PostgreSQL
import SchemaRepository

/// Reads and writes the tables of rollouts.
enum RolloutTable {
    /// An event of a rollout other than a step.
    struct Event {
        /// The word in the table: `paused`, `continued`, `approved`, `reported`, `failed`, `halted` or `stopped`.
        var kind: String
        /// The release that took out the rollout's rules, for `halted` and `stopped`; nil if there was none.
        var release: Int?
        /// The number of failures that a person or a program reports, for `reported`.
        var reports: Int?
        var problems: [ReleaseProblem] = []
        var note = ""
    }

    /// The number of stored reports of failures by apps, for the revisions of a row of `rollout`. It is stored with a
    /// step for earlier versions of Galley, which compare it with the present number while both versions run during an
    /// upgrade.
    private static let failures: SQL = """
        coalesce((
            SELECT sum(count) FROM (
                SELECT DISTINCT feature_id, (rule->>'revision')::bigint AS revision, rule->>'platform' AS platform
                FROM jsonb_array_elements(rollout.request::jsonb->'rules') AS rule
                JOIN rollout_feature ON rollout_id = rollout.id AND name = rule->>'feature') AS served
            JOIN render_failure USING (feature_id, revision, platform)
        ), 0)::bigint
        """

    /// The condition on rows of `rollout_state` for rollouts that are open, or that were halted and none of whose
    /// features has been released since.
    static let isCurrent: SQL = """
        (kind NOT IN ('halted', 'stopped') AND (NOT is_last OR NOT is_due)
            OR kind = 'halted' AND NOT EXISTS (
                SELECT FROM rollout_feature JOIN release_item USING (feature_id)
                WHERE rollout_id = rollout_state.id
                    AND release_item.release > coalesce(event_release, step_release)))
        """

    /// The condition on rows of `rollout_state` for open rollouts: those that were neither halted nor stopped and that
    /// have another step, or whose last step still counts failures.
    private static let isOpen: SQL = "kind NOT IN ('halted', 'stopped') AND (NOT is_last OR NOT is_due)"

    /// Returns the rollouts that meet a condition on the columns of `rollout_state`.
    static func rollouts(
        _ condition: SQL, order: SQL = "id DESC", limit: Int, on connection: Connection
    ) throws -> [Rollout] {
        let rows = try connection.query(
            """
            SELECT * FROM rollout_state
            WHERE \(condition) ORDER BY \(order) LIMIT \(limit)
            """)
        let names = try PlannedFeatures.rollouts.names(
            in: rows.map { try $0["id", as: Int.self] }, on: connection)
        let requests = try rows.map(request)
        let reporters = try reporters(
            of: zip(rows, requests).map { (try $0["id", as: Int.self], $1) }, on: connection)
        return try zip(rows, requests).map { row, request in
            let id = try row["id", as: Int.self]
            return try rollout(row, request, names[id, default: [:]], reporters: reporters[id, default: 0])
        }
    }

    /// Returns by rollout the number of apps that have reported failures since the current step began: failures of the
    /// revisions that the rollout's own rules serve to clients of the reported versions.
    private static func reporters(
        of rollouts: [(id: Int, request: PublishRequest)], on connection: Connection
    ) throws -> [Int: Int] {
        guard !rollouts.isEmpty else { return [:] }
        let served = rollouts.flatMap { rollout in rollout.request.rules.map { (id: rollout.id, rule: $0) } }
        // Earlier versions of Galley did not record the rule of a report; such a report counts for each rule.
        let rows = try connection.query(
            """
            SELECT rollout_id, count(DISTINCT reporter) AS reporters
            FROM unnest(\(served.map(\.id)), \(served.map(\.rule.feature)), \(served.map(\.rule.revision)),
                \(served.map(\.rule.platform)), \(served.map(\.rule.from.sortKey)))
                AS served (rollout_id, name, revision, platform, from_key)
            JOIN rollout_feature USING (rollout_id, name)
            JOIN rollout_state ON rollout_state.id = rollout_id
            JOIN failure_reporter USING (feature_id, revision, platform)
            WHERE last_at > began_at AND rule_from_key IN (served.from_key, '')
            GROUP BY rollout_id
            """)
        return try rows.reduce(into: [:]) { counts, row in
            counts[try row["rollout_id", as: Int.self]] = try row["reporters", as: Int.self]
        }
    }

    static func rollout(_ id: Int, on connection: Connection) throws -> Rollout? {
        try rollouts("id = \(id)", limit: 1, on: connection).first
    }

    /// Returns the open rollouts in the order in which their current steps end.
    static func open(on connection: Connection) throws -> [Rollout] {
        try rollouts(isOpen, order: "due_at, id", limit: Int.max, on: connection)
    }

    /// Returns the open rollouts of the feature with an id, oldest first.
    static func open(of feature: Int, on connection: Connection) throws -> [Rollout] {
        try open(ofAny: [feature], on: connection)
    }

    /// Returns the open rollouts of the features with these ids, oldest first.
    static func open(ofAny features: [Int], on connection: Connection) throws -> [Rollout] {
        try rollouts(
            "\(isOpen) AND \(PlannedFeatures.rollouts.contain(id: "ANY (\(features))"))", order: "id", limit: Int.max,
            on: connection)
    }

    /// Returns the plan with a name, or nil.
    static func plan(_ name: String, on connection: Connection) throws -> RolloutPlan? {
        try plans("name = \(name.storable)", on: connection).first
    }

    /// Returns the plans that are not withdrawn, in order of names.
    static func plans(_ condition: SQL = "true", on connection: Connection) throws -> [RolloutPlan] {
        try connection.query(
            "SELECT DISTINCT ON (name) * FROM rollout_plan WHERE \(condition) ORDER BY name, id DESC"
        ).map { row in
            RolloutPlan(
                name: try row["name", as: String.self], steps: try steps(row["steps", as: String.self]),
                author: try row["author_name", as: String.self], createdAt: try row["created_at", as: Date.self])
        }.filter { !$0.steps.isEmpty }
    }

    /// Writes a plan; without steps, withdraws the plan with that name.
    static func store(_ name: String, _ steps: [RolloutStep], by actor: Actor, on connection: Connection) throws {
        try connection.execute(
            """
            INSERT INTO rollout_plan (name, steps, author_id, author_name)
            VALUES (\(name.storable), \(text(steps)), \(actor.accountID), \(actor.name.storable))
            """)
        try AuditStore.append(
            steps.isEmpty ? .rolloutPlanWithdrawn : .rolloutPlanSaved, of: name, by: actor,
            ["steps": .texts(steps.map { "\($0.percent) %, \($0.bakeMinutes) min" })], on: connection)
    }

    /// Writes a new rollout and returns its id.
    static func store(
        _ request: PublishRequest, plan: RolloutPlan, release: Int, by actor: Actor, on connection: Connection
    ) throws -> Int {
        let rows = try connection.query(
            """
            INSERT INTO rollout (plan, steps, request, break_glass, features, release, reason, author_id, author_name)
            VALUES (\(plan.name.storable), \(text(plan.steps)), \(request.json()), \(request.breakGlass),
                \(request.features), \(release), \(request.reason.storable), \(actor.accountID),
                \(actor.name.storable))
            RETURNING id
            """)
        guard let id = try rows.first?["id", as: Int.self] else { throw MissingRow() }
        return id
    }

    /// Records that a step was published; its duration begins now, by the database's clock. `isMade` is false if the
    /// step needed no release, so that `release` is one that was made before.
    static func recordStep(
        _ step: Int, of id: Int, _ steps: [RolloutStep], release: Int, isMade: Bool = true, by actor: Actor,
        on connection: Connection
    ) throws {
        let isWatched = step + 1 < steps.count || steps[step].bakeMinutes > 0
        try connection.execute(
            """
            INSERT INTO rollout_event (rollout_id, kind, step, release, makes_release, failures, due_at, author_id,
                author_name)
            VALUES (\(id), 'stepped', \(step), \(release), \(isMade),
                (SELECT \(failures) FROM rollout WHERE rollout.id = \(id)),
                clock_timestamp() + make_interval(secs => \(isWatched ? steps[step].bakeTime : nil)::double precision),
                \(actor.accountID), \(actor.name.storable))
            """)
    }

    /// Writes an event of a rollout other than a step.
    static func record(_ event: Event, of rollout: Rollout, by actor: Actor, on connection: Connection) throws {
        let problems =
            event.problems.isEmpty
            ? nil : String(decoding: try JSONEncoder().encode(event.problems), as: UTF8.self)
        try connection.execute(
            """
            INSERT INTO rollout_event (rollout_id, kind, step, release, reports, problems, note, author_id,
                author_name)
            VALUES (\(rollout.id), \(event.kind), \(rollout.step), \(event.release), \(event.reports),
                \(problems?.storable), \(event.note.storable), \(actor.accountID),
                \(actor.name.storable))
            """)
    }

    /// Reads the request of a row, with the features' names when the rollout began.
    private static func request(_ row: Row) throws -> PublishRequest {
        let text = try row["request", as: String.self]
        return try PublishRequest(JSONDocument(parsing: Array(text.utf8)).root)
    }

    /// Reads a row. `names` are the features' present names, by their names when the rollout began.
    private static func rollout(
        _ row: Row, _ request: PublishRequest, _ names: [String: String], reporters: Int
    ) throws -> Rollout {
        let steps = try steps(row["steps", as: String.self])
        var request = request
        for place in request.rules.indices {
            request.rules[place].feature = names[request.rules[place].feature] ?? request.rules[place].feature
        }
        request.breakGlass = try row["break_glass", as: Bool.self]
        request.plan = try row["plan", as: String.self]
        let step = try row["step", as: Int.self]
        return Rollout(
            id: try row["id", as: Int.self], plan: try row["plan", as: String.self], steps: steps, request: request,
            features: PlannedFeatures.present(try row["features", as: [String].self], by: names),
            release: try row["release", as: Int.self], reason: try row["reason", as: String.self],
            author: try Actor(row), createdAt: try row["created_at", as: Date.self], step: step,
            stepRelease: try row["step_release", as: Int.self], beganAt: try row["began_at", as: Date.self],
            dueAt: try row["due_at", as: Date?.self],
            state: try state(row, needsApproval: steps.indices.contains(step) && steps[step].approval),
            stateAt: try row["event_at", as: Date.self],
            failures: try reporters + row["reported", as: Int.self])
    }

    private static func state(_ row: Row, needsApproval: Bool) throws -> RolloutState {
        let who = try row["event_author", as: String.self]
        let problems = try row["problems", as: String?.self].map {
            try JSONDecoder().decode([ReleaseProblem].self, from: Data($0.utf8))
        }
        let isDue = try row["is_due", as: Bool.self]
        switch try row["kind", as: String.self] {
        case "halted": return .halted(release: try row["event_release", as: Int?.self], problems ?? [])
        case "stopped": return .stopped(by: who)
        case _ where try row["is_last", as: Bool.self] && isDue: return .finished
        case "paused": return .paused(by: who)
        case "failed": return .failed(problems ?? [])
        default: return isDue && needsApproval ? .awaitingApproval : .running
        }
    }

    private static func text(_ steps: [RolloutStep]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(steps), as: UTF8.self)
    }

    private static func steps(_ text: String) throws -> [RolloutStep] {
        try JSONDecoder().decode([RolloutStep].self, from: Data(text.utf8))
    }
}

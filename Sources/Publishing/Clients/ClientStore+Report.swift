package import JSONText
import PostgreSQL
import SchemaRepository

extension ClientStore {
    /// The number of features compared at a time.
    private static let batch = 200

    /// Compares every registered build with the current schemas and with everything that is live.
    package func report(work: WorkBudget = .patient) throws -> ClientsReport {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            let state = try Self.state(on: connection)
            if let known = reports[state] { return known }
            let found = try report(on: lists.clients(on: connection), work: work, on: connection)
            if found.isComplete { reports.keep(found, of: state) }
            return found
        }
    }

    /// Compares one registered build with the current schemas and with everything that is live.
    package func report(of client: RegisteredClient, work: WorkBudget = .patient) throws -> ClientReport {
        let found = try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            try report(on: [client], work: work, on: connection)
        }
        return found.clients.first ?? ClientReport(client: client, disagreements: [], refused: [])
    }

    private func report(
        on clients: [RegisteredClient], work: WorkBudget, on connection: Connection
    ) throws -> ClientsReport {
        guard !clients.isEmpty, let repository = try schemaReleases.currentRepository(on: connection)?.repository else {
            return ClientsReport(clients: [], isComplete: true)
        }
        var refused: [Int: [LiveRefusal]] = [:]
        var last = 0
        while !work.isSpent {
            let features = try Self.live(after: last, on: connection)
            guard let newest = features.last?.id else { break }
            last = newest
            for refusal in try refusals(of: features, for: clients, by: repository, work: work, on: connection) {
                refused[refusal.client.registration.number, default: []].append(refusal)
            }
        }
        return ClientsReport(
            clients: clients.map { client in
                ClientReport(
                    client: client, disagreements: repository.disagreements(with: client.capabilities),
                    refused: (refused[client.registration.number] ?? []).sorted { $0.feature < $1.feature })
            }, isComplete: !work.isSpent)
    }

    /// A feature of which something is live.
    private struct LiveFeature {
        let id: Int
        let name: String
        let kind: String
        let switchedOff: [String]
    }

    private static func live(after id: Int, on connection: Connection) throws -> [LiveFeature] {
        try connection.query(
            """
            SELECT feature.id, name, kind, switched_off
            FROM feature JOIN release_item ON release = live_release AND feature_id = feature.id
            WHERE feature.id > \(id) ORDER BY feature.id LIMIT \(batch)
            """
        ).map { row in
            LiveFeature(
                id: try row["id", as: Int.self], name: try row["name", as: String.self],
                kind: try row["kind", as: String.self], switchedOff: try row["switched_off", as: [String].self])
        }
    }

    /// The edition of a feature for a build.
    private struct Given {
        let feature: LiveFeature
        let client: RegisteredClient
        let rule: Rule
        let edition: Edition
    }

    private func refusals(
        of features: [LiveFeature], for clients: [RegisteredClient], by repository: SchemaRepository,
        work: WorkBudget, on connection: Connection
    ) throws -> [LiveRefusal] {
        let rules = try RuleTables.live(of: features.map(\.id), on: connection)
        var given: [Given] = []
        for feature in features {
            for (platform, clients) in Dictionary(grouping: clients, by: \.registration.platform)
            where !feature.switchedOff.contains(platform) {
                let table = RuleTable(rules[feature.id] ?? [], platform: platform)
                for client in clients {
                    given += table.answers(at: client.registration.version).map {
                        Given(feature: feature, client: client, rule: $0.rule, edition: $0.edition)
                    }
                }
            }
        }
        var uses = try EditionUses(
            of: given.map(\.edition.hash), by: repository, work: work, on: connection)
        return given.compactMap { given in
            guard
                let lacks = uses.of(given.edition.hash, kind: given.feature.kind)?.lacks(of: given.client.capabilities),
                !lacks.isEmpty
            else { return nil }
            return LiveRefusal(
                feature: given.feature.name, revision: given.rule.revision, interval: given.edition.range,
                client: given.client, lacks: lacks)
        }
    }

    /// A key that changes whenever a report could change.
    private static func state(on connection: Connection) throws -> String {
        try connection.query(
            """
            SELECT concat_ws(' ', (SELECT identity FROM release ORDER BY number DESC LIMIT 1),
                (SELECT max(number) FROM schema_adoption), (SELECT max(number) FROM client_registration)) AS state
            """
        ).map { try $0["state", as: String.self] }.first ?? ""
    }
}

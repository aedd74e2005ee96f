package import JSONText
import PostgreSQL
import SchemaRepository
import Synchronization

extension ClientStore {
    /// The number of features compared at a time.
    private static let batch = 100

    /// Compares every registered build with the current schemas and with all live documents. Continues an unfinished
    /// comparison, and returns an incomplete report if `work` does not suffice.
    package func report(work: WorkBudget = .patient) throws -> ClientsReport {
        while !work.isSpent, try advanceReport(work: work) {}
        return try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            let state = try ReportState(on: connection)
            if let last = reports.last, last.state == state { return last.report }
            let clients = try lists.clients(on: connection)
            guard !clients.isEmpty, let repository = try schemaReleases.currentRepository(on: connection)?.repository
            else { return ClientsReport(clients: [], isComplete: true) }
            let known = try reports.progress.withLock { $0 }.flatMap {
                try $0.isValid(in: state, on: connection) ? $0 : nil
            }
            return (known ?? ReportProgress(state)).report(on: clients, by: repository, isComplete: false)
        }
    }

    /// Compares the next live features with every registered build; returns false if the report is finished.
    ///
    /// The call that finds no further feature finishes the report. It reads the features and the state of the database
    /// in one transaction, so that the report belongs to this state. If `work` runs out during a batch of features, the
    /// next call compares the batch again.
    @discardableResult
    package func advanceReport(work: WorkBudget) throws -> Bool {
        try reports.progress.withLock { progress in
            try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
                let state = try ReportState(on: connection)
                if reports.last?.state == state { return false }
                let clients = try lists.clients(on: connection)
                guard !clients.isEmpty,
                    let repository = try schemaReleases.currentRepository(on: connection)?.repository
                else {
                    progress = nil
                    reports.keep(ClientsReport(clients: [], isComplete: true), of: state)
                    return false
                }
                var next = ReportProgress(state)
                if let known = progress, try known.isValid(in: state, on: connection) { next = known }
                let features = try Self.released(after: next.place, on: connection)
                guard !features.isEmpty else {
                    next.add([], of: [], in: state)
                    progress = next
                    reports.keep(next.report(on: clients, by: repository, isComplete: true), of: state)
                    return false
                }
                let found = try refusals(of: features, for: clients, by: repository, work: work, on: connection)
                guard !work.isSpent else { return true }
                next.add(found, of: features, in: state)
                progress = next
                return true
            }
        }
    }

    /// Returns the last finished report without comparing anything; an empty one if no build was ever registered.
    package func latestReport() throws -> LatestClientsReport {
        let state = try pool.withConnection { try ReportState(on: $0) }
        if state.registration == 0 {
            return LatestClientsReport(
                report: ClientsReport(clients: [], isComplete: true), release: state.release, isCurrent: true)
        }
        let last = reports.last
        return LatestClientsReport(
            report: last?.report, release: last?.state.release ?? 0, isCurrent: last?.state == state)
    }

    /// Compares one registered build with the current schemas and with all live documents. If `work` does not suffice,
    /// the report is incomplete.
    package func report(of client: RegisteredClient, work: WorkBudget = .patient) throws -> ClientReport {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            guard let repository = try schemaReleases.currentRepository(on: connection)?.repository else {
                return ClientReport(client: client, disagreements: [], refused: [], isComplete: true)
            }
            var refused: [LiveRefusal] = []
            var place = (release: 0, feature: 0)
            while !work.isSpent {
                let features = try Self.released(after: place, on: connection)
                guard let last = features.last else { break }
                place = (last.release, last.id)
                refused += try refusals(of: features, for: [client], by: repository, work: work, on: connection)
            }
            return ClientReport(
                client: client, disagreements: repository.disagreements(with: client.capabilities),
                refused: refused.sorted { $0.feature < $1.feature }, isComplete: !work.isSpent)
        }
    }

    /// Returns the next features that have a release, at most `batch`, in the order of their newest releases.
    private static func released(
        after place: (release: Int, feature: Int), on connection: Connection
    ) throws -> [ReleasedFeature] {
        try connection.query(
            """
            SELECT feature.id, name, kind, switched_off, live_release
            FROM feature JOIN release_item ON release = live_release AND feature_id = feature.id
            WHERE live_release >= \(place.release) AND (live_release, feature.id) > (\(place.release), \(place.feature))
            ORDER BY live_release, feature.id LIMIT \(batch)
            """
        ).map { row in
            ReleasedFeature(
                id: try row["id", as: Int.self], name: try row["name", as: String.self],
                kind: try row["kind", as: String.self], switchedOff: try row["switched_off", as: [String].self],
                release: try row["live_release", as: Int.self])
        }
    }

    /// An edition of a feature that a build gets.
    private struct Given {
        let feature: ReleasedFeature
        let client: RegisteredClient
        let rule: Rule
        let edition: Edition
    }

    private func refusals(
        of features: [ReleasedFeature], for clients: [RegisteredClient], by repository: SchemaRepository,
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
}

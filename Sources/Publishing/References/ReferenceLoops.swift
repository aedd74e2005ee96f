import PostgreSQL
import SchemaRepository

/// Finds the references by which a module contains itself, so that clients and previews would draw it without end.
struct ReferenceLoops {
    /// The `x-kind` of documents that contain what they refer to. References in other documents may just be links.
    private static let container = "module"
    /// The maximum number of features, each with the client versions that get it (`Place`), that one check visits.
    private static let maximumVisits = 300

    /// The clients for whom a document becomes live, the rules before, and those that become live together with it.
    struct Clients {
        let platform: String
        let range: VersionInterval
        let live: LiveRules
        let companions: [CompanionRule]
    }

    /// A feature that a document refers to.
    private struct Named: Hashable {
        let id: Int
        let name: String
        let kind: String
    }

    /// A feature, and the client versions that get it as a part of the checked document.
    private struct Place: Hashable {
        let feature: Named
        let versions: VersionSet
    }

    /// The shortest ways from places to a feature. Each step leads from a place to a feature in its documents.
    private struct Ways {
        /// The features that the documents of each place contain.
        private let parts: [Place: [Place]]
        private let end: Feature
        /// The number of steps from each place to the feature; nil for places that do not lead to it.
        private let distances: [Place: Int]

        init(parts: [Place: [Place]], to end: Feature) {
            var users: [Place: [Place]] = [:]
            var distances: [Place: Int] = [:]
            var reached: [Place] = []
            for (place, found) in parts {
                if found.contains(where: { $0.feature.id == end.id }) {
                    distances[place] = 1
                    reached.append(place)
                }
                for part in found { users[part, default: []].append(place) }
            }
            var next = 0
            while next < reached.count {
                let place = reached[next]
                next += 1
                for user in users[place] ?? [] where distances[user] == nil {
                    distances[user] = (distances[place] ?? 0) + 1
                    reached.append(user)
                }
            }
            (self.parts, self.end, self.distances) = (parts, end, distances)
        }

        /// Returns the names of the features on a shortest way from the feature itself through a place back to the
        /// feature; nil if the place does not lead to it.
        func path(from start: Place) -> [String]? {
            if start.feature.id == end.id { return [end.name, end.name] }
            guard var distance = distances[start] else { return nil }
            var place = start
            var path = [end.name, start.feature.name]
            while distance > 1, let part = parts[place]?.first(where: { distances[$0] == distance - 1 }) {
                path.append(part.feature.name)
                (place, distance) = (part, distance - 1)
            }
            return path + [end.name]
        }
    }

    private let repository: SchemaRepository
    /// The clients whose revisions are checked. If nil, the newest and the live revisions of each feature are checked.
    private let clients: Clients?
    private let connection: Connection
    private var live: LiveRules { clients?.live ?? .now }

    /// Creates a check. Without clients, it checks the newest revision and the live ones of each feature.
    init(by repository: SchemaRepository, for clients: Clients? = nil, on connection: Connection) {
        self.repository = repository
        self.clients = clients
        self.connection = connection
    }

    /// Returns a fault for each reference of a feature's document by which the document contains itself, in the given
    /// order.
    func faults(
        of references: [DocumentReference], in feature: String, kind: DocumentKind
    ) throws -> [ReferenceFault] {
        guard kind.kind == Self.container else { return [] }
        let names = Set(references.filter { $0.target != .optionList }.map(\.name)).filter(FeatureName.isValid)
        guard !names.isEmpty, let own = try FeatureStore.feature(named: feature, on: connection) else { return [] }
        let found = try named(names.sorted())
        let range = clients.map { VersionSet([$0.range]) } ?? .all
        let starts = names.sorted().compactMap { name in
            found[name].map { (name: name, place: Place(feature: $0, versions: range)) }
        }
        let ways = Ways(parts: try parts(below: starts.map(\.place), except: own.id), to: own)
        var paths: [String: [String]] = [:]
        for start in starts { paths[start.name] = ways.path(from: start.place) }
        return references.compactMap { reference in
            guard reference.target != .optionList, let path = paths[reference.name] else { return nil }
            return ReferenceFault(reference: reference, reason: .loop(path))
        }
    }

    /// Returns the features that the documents of each place contain, for the given places and for all places that
    /// these lead to. Does not look into the documents of `feature`, and visits at most `maximumVisits` places.
    private func parts(below starts: [Place], except feature: Int) throws -> [Place: [Place]] {
        var parts: [Place: [Place]] = [:]
        var waiting = starts
        var next = 0
        while next < waiting.count, parts.count < Self.maximumVisits {
            let place = waiting[next]
            next += 1
            guard place.feature.id != feature, parts[place] == nil else { continue }
            let found = try self.parts(of: place)
            parts[place] = found
            waiting += found
        }
        return parts
    }

    /// Returns the features that the documents of a place refer to, with the versions that get those documents.
    private func parts(of place: Place) throws -> [Place] {
        guard repository.kind(named: place.feature.kind)?.kind == Self.container else { return [] }
        let documents = try documents(of: place)
        let rows = try connection.query(
            """
            SELECT used.revision, feature.id, feature.name, feature.kind FROM revision_reference AS used
            JOIN \(live.names) AS named ON named.name = used.name
            JOIN feature ON feature.id = named.feature_id
            WHERE used.feature_id = \(place.feature.id) AND used.target = 'feature'
                AND used.revision = ANY (\(documents.map(\.revision)))
            ORDER BY feature.name, used.revision DESC
            """)
        return try rows.flatMap { row -> [Place] in
            let revision = try row["revision", as: Int.self]
            let part = try Self.named(row)
            return documents.filter { $0.revision == revision }.map { Place(feature: part, versions: $0.versions) }
        }
    }

    /// Returns the revisions of the place's feature that its versions get; without `clients`, the newest revision and
    /// the live ones, for all versions.
    private func documents(of place: Place) throws -> [ServedRevision] {
        guard let clients else { return try newestAndLive(of: place.feature.id) }
        let served = try clients.live.served(
            ofFeatures: [place.feature.name], on: clients.platform, beside: clients.companions, connection)
        return (served[place.feature.name] ?? []).compactMap { revision in
            let versions = revision.versions.intersection(place.versions)
            return versions.isEmpty ? nil : ServedRevision(revision: revision.revision, versions: versions)
        }
    }

    private func newestAndLive(of feature: Int) throws -> [ServedRevision] {
        try connection.query(
            """
            SELECT max(number) AS number FROM revision WHERE feature_id = \(feature) HAVING max(number) IS NOT NULL
            UNION
            SELECT rule.revision FROM rule JOIN feature ON feature.id = rule.feature_id AND live_release = rule.release
            WHERE rule.feature_id = \(feature)
            """
        ).map { ServedRevision(revision: try $0["number", as: Int.self], versions: .all) }
    }

    /// Returns the features with these present names, or with these former names in their grace periods; by the given
    /// names.
    private func named(_ names: [String]) throws -> [String: Named] {
        let rows = try connection.query(
            """
            SELECT named.name AS written, feature.id, feature.name, feature.kind FROM \(live.names) AS named
            JOIN feature ON feature.id = named.feature_id
            WHERE named.name = ANY (\(names))
            """)
        var features: [String: Named] = [:]
        for row in rows { features[try row["written", as: String.self]] = try Self.named(row) }
        return features
    }

    private static func named(_ row: Row) throws -> Named {
        Named(
            id: try row["id", as: Int.self], name: try row["name", as: String.self],
            kind: try row["kind", as: String.self])
    }
}

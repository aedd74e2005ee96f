import PostgreSQL
import SchemaRepository

/// The unfinished comparison of all registered builds with all live documents.
///
/// Features are compared in the order of their newest releases, so that after a new release only its features remain to
/// be compared.
struct ReportProgress: Sendable {
    /// The state of the database when the last batch was compared.
    private(set) var state: ReportState
    /// The newest release of the last compared feature, and the feature's id; both are 0 before the first feature.
    private(set) var place = (release: 0, feature: 0)
    /// The refusals by the id of the feature.
    private var refused: [Int: [LiveRefusal]] = [:]

    /// Begins a comparison.
    init(_ state: ReportState) { self.state = state }

    /// Returns true if the results so far are valid for a later state too: if it has the same schemas and builds, and
    /// its releases continue those of the earlier state.
    func isValid(in later: ReportState, on connection: Connection) throws -> Bool {
        try state.adoption == later.adoption && state.registration == later.registration
            && later.release >= state.release && state.isInHistory(on: connection)
    }

    /// Adds the refusals of compared features, which replace those of their earlier releases.
    mutating func add(_ refusals: [LiveRefusal], of features: [ReleasedFeature], in state: ReportState) {
        for feature in features {
            let own = refusals.filter { $0.feature == feature.name }
            refused[feature.id] = own.isEmpty ? nil : own
        }
        if let last = features.last { place = (last.release, last.id) }
        self.state = state
    }

    /// Returns the report on the features compared so far.
    func report(on clients: [RegisteredClient], by repository: SchemaRepository, isComplete: Bool) -> ClientsReport {
        let refusals = Dictionary(grouping: refused.values.joined(), by: \.client.registration.number)
        return ClientsReport(
            clients: clients.map { client in
                ClientReport(
                    client: client, disagreements: repository.disagreements(with: client.capabilities),
                    refused: (refusals[client.registration.number] ?? []).sorted { $0.feature < $1.feature },
                    isComplete: isComplete)
            }, isComplete: isComplete)
    }
}

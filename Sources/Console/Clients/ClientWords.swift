import Publishing
import SchemaRepository

/// The texts about registered builds.
enum ClientWords {
    /// Returns the badges of a build: the number of live features that it cannot decode, the numbers of its
    /// disagreements with the schemas, and a note if the report is incomplete. If none of these applies, one badge says
    /// that the build agrees with the schemas.
    static func badges(_ report: ClientReport) -> [ClientBadge] {
        var badges: [ClientBadge] = []
        let refused = Set(report.refused.map(\.feature)).count
        if refused > 0 {
            badges.append(
                ClientBadge(kind: "bad", text: Texts["clients.features-not-decoded", ["count": refused]]))
        }
        if report.errors > 0 {
            badges.append(
                ClientBadge(kind: "warn", text: Texts["clients.claims-wrong", ["count": report.errors]]))
        }
        if report.notes > 0 {
            badges.append(
                ClientBadge(kind: "", text: Texts["clients.parts-not-claimed", ["count": report.notes]]))
        }
        if !report.isComplete {
            badges.append(ClientBadge(kind: "warn", text: Texts["clients.not-all-compared"]))
        }
        return badges.isEmpty ? [ClientBadge(kind: "ok", text: Texts["clients.agrees"])] : badges
    }

    /// Returns a sentence with the numbers of entities (schemas), properties and enum values in the capability file of
    /// a build.
    static func summary(_ client: RegisteredClient) -> String {
        let entities = client.capabilities.entities.values
        let properties = entities.reduce(0) { $0 + $1.properties.count }
        let values = entities.reduce(0) { $0 + $1.values.values.reduce(0) { $0 + $1.count } }
        let counts = (
            entities: Texts["clients.entities", ["count": entities.count]],
            properties: Texts["clients.properties", ["count": properties]],
            values: Texts["clients.values", ["count": values]]
        )
        return Texts[
            "clients.summary",
            [
                "entities": counts.entities, "properties": counts.properties, "values": counts.values,
                "release": client.registration.schemaRelease,
            ]]
    }

    /// Returns the description of a registration or a withdrawal in the history of its build.
    static func change(_ registration: ClientRegistration) -> String {
        if registration.isWithdrawn { return Texts["clients.change-withdrawn"] }
        guard let build = registration.build else {
            return Texts["clients.change-registered", ["release": registration.schemaRelease]]
        }
        return Texts["clients.change-registered-build", ["build": build, "release": registration.schemaRelease]]
    }
}

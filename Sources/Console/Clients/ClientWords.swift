import Publishing
import SchemaRepository

/// The sentences of the pages on registered builds.
struct ClientWords: Sendable {
    var heading = "Clients"
    var hint =
        "What each released build of an app can decode, as its file says. Publishing is refused where a registered build cannot decode the document."
    var incomplete = "Comparing took too long, so not everything that is live is counted here."
    var none = "No builds are registered"
    var noneHint =
        "Until then the schemas’ annotations alone say what a client can show. Register a file from the app’s build below, or let its CI do it."
    var noneHintReader = "Until then the schemas’ annotations alone say what a client can show."
    var registering = "Register a build"
    var fileHint = "Write platform and version here, or in the file. A build of the same version is replaced."
    var getTemplate = "Download a template"
    var templateHint =
        "The template lists what the schemas claim for that version. Remove what the build cannot decode."
    var check = "Check file"
    var register = "Register build"
    var file = "Choose file"
    var refusedHeading = "Live, but this build cannot decode it"
    var refusedNone = "This build can decode everything that is live for it."
    var disagreementsHeading = "Disagreements with the schemas"
    var disagreementsNone = "The schemas and this build agree on everything."
    var history = "Registrations"
    var withdraw = "Withdraw registration"
    var withdrawHint = "The build counts no more when something is published. The history stays."

    /// The badges of a build.
    static func standings(_ report: ClientReport) -> [ClientStanding] {
        var standings: [ClientStanding] = []
        let refused = Set(report.refused.map(\.feature)).count
        if refused > 0 {
            standings.append(ClientStanding(kind: "bad", text: "\(Words.count(refused, "live feature")) not decoded"))
        }
        if report.errors > 0 {
            standings.append(ClientStanding(kind: "warn", text: "\(Words.count(report.errors, "claim")) wrong"))
        }
        if report.notes > 0 {
            standings.append(ClientStanding(kind: "", text: "\(Words.count(report.notes, "part")) not claimed"))
        }
        return standings.isEmpty ? [ClientStanding(kind: "ok", text: "Agrees with the schemas")] : standings
    }

    /// A sentence about the number of parts that a build lists.
    static func summary(_ client: RegisteredClient) -> String {
        let entities = client.capabilities.entities.values
        let properties = entities.reduce(0) { $0 + $1.properties.count }
        let values = entities.reduce(0) { $0 + $1.values.values.reduce(0) { $0 + $1.count } }
        return "Lists \(Words.count(entities.count, "entity", "entities")), "
            + "\(Words.count(properties, "property", "properties")) and \(Words.count(values, "enum value")), "
            + "named as in schema release \(client.registration.schemaRelease)."
    }

    /// A registration in the history of its build.
    static func change(_ registration: ClientRegistration) -> String {
        if registration.isWithdrawn { return "Withdrawn" }
        return "Registered" + (registration.build.map { " build \($0)" } ?? "")
            + ", schema release \(registration.schemaRelease)"
    }
}

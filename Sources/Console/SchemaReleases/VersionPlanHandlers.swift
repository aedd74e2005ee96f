import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository

/// Records that the team of a platform confirms a client version that the schemas mark as planned.
struct VersionPlanHandlers: Sendable {
    let stores: Stores
    let errors: ErrorPages

    /// Confirms one planned version of a schema release.
    @Sendable func confirm(_ request: SignedInRequest) throws -> Response {
        guard let number = Int(asked: request.parameter("number")),
            let version = try? ClientVersion(request.field("version"))
        else { return try errors.notFound(request) }
        let planned = PlannedVersion(
            entity: request.field("schema"), pointer: request.field("pointer"), platform: request.field("platform"),
            version: version)
        let path = Paths.schemaRelease(number)
        let what: String
        switch try stores.schemaReleases.confirm(
            [planned], of: number, by: request.account.actor, account: request.account)
        {
        case .confirmed: return request.redirect(to: path + "#planned-heading", saying: NoticeCode.versionConfirmed)
        case .noSuchRelease:
            return try errors.notFound(request, what: Texts["schema-releases.there-is-no-such-schema-release"])
        case .notPlanned: what = Texts["schema-releases.not-planned"]
        case .notOwner(let platform):
            what =
                Texts[
                    "schema-releases.you-do-not-speak-for-an-administrator",
                    ["team": Team(rawValue: platform)?.title ?? platform]]
        }
        return try errors.refused(
            request, heading: Texts["schema-releases.the-version-was-not-confirmed"], what: what,
            links: [ErrorPage.Link(href: path, label: SchemaReleaseWords.label(number))])
    }

    /// Returns the rows of a schema release's planned versions; a row offers to confirm the version if the signed-in
    /// person may do so.
    func rows(of schemaRelease: Int, _ request: SignedInRequest) throws -> [VersionPlanRow] {
        let plans = try stores.schemaReleases.versionPlans(of: schemaRelease)
        guard !plans.isEmpty else { return [] }
        let platforms = try stores.releases.platforms()
        let own = try stores.accounts.teams(of: request.account.name)
        return plans.map { plan in
            let planned = plan.planned
            let isOwner = Team(rawValue: planned.platform).map(own.contains) ?? request.account.may(.manageSchemas)
            return VersionPlanRow(
                entity: planned.entity, href: Paths.schema(planned.entity), pointer: planned.pointer,
                platform: planned.platform, version: planned.version.text,
                clients: "\(platforms.title(of: planned.platform)) \(planned.version.text)",
                state: SchemaReleaseState(
                    kind: plan.confirmation == nil ? "warn" : "ok",
                    text: plan.confirmation == nil
                        ? Texts["schemas.planned"] : Texts["schema-releases.confirmed"]),
                who: plan.confirmation.map {
                    Texts[
                        "schema-releases.confirmed-by",
                        ["name": $0.author.name, "time": request.clock.when($0.createdAt).exact]]
                } ?? "",
                mayConfirm: plan.confirmation == nil && isOwner)
        }
    }
}

/// A planned version on the page of a schema release.
struct VersionPlanRow: Sendable {
    var entity: String
    var href: String
    /// The JSON Pointer of the subschema; empty for the whole schema.
    var pointer: String
    var platform: String
    var version: String
    /// The platform's title with the version.
    var clients: String
    var state: SchemaReleaseState
    /// The name of the person who confirmed the version and the time, in words; empty before the confirmation.
    var who: String
    var mayConfirm: Bool

    static let sample = VersionPlanRow(
        entity: "/components/ButtonView", href: "/schemas/entity?id=x", pointer: "/properties/size", platform: "ios",
        version: "7.0", clients: "iOS 7.0", state: .sample, who: "lea", mayConfirm: true)
}

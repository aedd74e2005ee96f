import HTTPTypes
import JSONText
import MicroHTTP
import SchemaRepository

/// The catalogue of the schema repository.
struct SchemaHandlers: Sendable {
    let catalogue: Catalogue
    let pages: PageRenderer
    let errors: ErrorPages

    /// Every entity by its shelf.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        let current = try catalogue.current()
        let entities = current?.repository.entities ?? []
        let kinds = entities.map(\.kind).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return try pages.render(
            SchemaIndexPage(
                chrome: request.chrome("Schemas", .schemas),
                releaseSentence: current.map { "Schema release \($0.number), in force for new revisions." } ?? "",
                isEmpty: entities.isEmpty,
                groups: kinds.sorted { ($0.isEmpty ? 1 : 0, $0) < ($1.isEmpty ? 1 : 0, $1) }.map { kind in
                    let rows = entities.filter { $0.kind == kind }
                    return SchemaIndexPage.Group(
                        kind: kind.nonEmpty ?? "other", heading: Self.heading(kind),
                        count: Words.count(rows.count, "entity", "entities"),
                        entities: rows.map {
                            SchemaIndexPage.Row(
                                name: $0.name, href: Paths.schema($0.id), description: $0.description,
                                since: Self.words(since: $0.since))
                        })
                }))
    }

    /// One entity.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let entity = try catalogue.current()?.repository.entity(request.request.query["id"] ?? "") else {
            return try errors.notFound(request)
        }
        let properties = entity.properties.map {
            SchemaPage.Property(
                name: $0.name, type: $0.reference ?? $0.schema["type"]?.string ?? "", description: $0.description,
                since: Self.words(since: $0.since), isRequired: $0.isRequired)
        }
        return try pages.render(
            SchemaPage(
                chrome: request.chrome(entity.name, .schemas), id: entity.id, name: entity.name,
                kind: entity.kind.nonEmpty ?? "other", description: entity.description,
                since: Self.words(since: entity.since), hasProperties: !properties.isEmpty, properties: properties,
                listing: Listing(
                    String(decoding: entity.document.bytes, as: UTF8.self), caption: "JSON Schema of \(entity.name)")))
    }

    private static func heading(_ kind: String) -> String {
        guard let first = kind.first else { return "Other" }
        return first.uppercased() + kind.dropFirst() + (kind.hasSuffix("s") ? "" : "s")
    }

    private static func words(since: [(platform: String, version: String)]?) -> String {
        guard let since, !since.isEmpty else { return "always" }
        return since.map { "\($0.platform) \($0.version)" }.joined(separator: ", ")
    }
}

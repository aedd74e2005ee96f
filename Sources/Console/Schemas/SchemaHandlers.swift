import HTTPTypes
import JSONSchema
import JSONText
import MicroHTTP
import Preview
import Publishing
import SchemaRepository

/// Shows the pages of the schema catalogue, which lists the schemas of the repository. Each of them is called an
/// entity.
struct SchemaHandlers: Sendable {
    let stores: Stores
    let catalogue: Catalogue
    let panels: PreviewPanels
    let uses: LiveUses
    let pages: PageRenderer
    let errors: ErrorPages
    private let languages = CatalogueLanguages()

    /// Shows all entities by kind, or those whose name, identifier, title, description and kind together contain every
    /// word of the query.
    @Sendable func index(_ request: SignedInRequest) throws -> Response {
        let current = try catalogue.current()
        let query = (request.request.formQuery["q"] ?? "").trimmingSpaces()
        let all = current?.repository.entities ?? []
        let languages = current.map { self.languages.all(in: $0.repository) } ?? [Language.own]
        let language = languages.first { $0 == request.request.query["lang"] } ?? Language.own
        let rows = try current.map { try self.rows(all, reading(in: $0, language: language)) } ?? []
        let words = query.lowercased().split(separator: " ")
        let found = zip(all, rows).filter { _, row in
            let text = row.searchText.lowercased()
            return words.allSatisfy { text.contains($0) }
        }
        let byKind = Dictionary(grouping: found, by: \.0.kind)
        return try pages.render(
            SchemaIndexPage(
                chrome: request.chrome(Texts["common.schemas"], .schemas),
                releaseSentence: current.map {
                    Texts["schemas.schema-release-used-for-new-revisions", ["release": $0.number]]
                } ?? "",
                isEmpty: all.isEmpty, query: query, language: language,
                count: query.isEmpty
                    ? Texts["schemas.count", ["count": all.count]]
                    : Texts["schemas.count-found", ["found": found.count, "all": all.count]],
                isNothingFound: found.isEmpty && !all.isEmpty,
                languages: links(languages, current: language) { Paths.schemas(language: $0) },
                sections: EntityKind.sorted(Set(byKind.keys)).map { kind in
                    let rows = byKind[kind]?.map(\.1) ?? []
                    return SchemaIndexPage.KindSection(
                        kind: kind.nonEmpty ?? "other", heading: EntityKind.heading(kind), count: rows.count,
                        entities: rows)
                }))
    }

    /// Shows one entity.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let current = try catalogue.current(),
            let entity = current.repository.entity(request.request.query["id"] ?? "")
        else { return try errors.notFound(request) }
        let schema = entity.document.root
        let languages = Language.all(in: schema)
        let language = languages.first { $0 == request.request.query["lang"] } ?? Language.own
        var reading = try reading(in: current, language: language)
        reading.entity = entity.id
        let used = try uses.uses(of: entity.id, in: current.repository, schemaRelease: current.number)
        let platforms = PlatformRow.rows(
            schema, platforms: reading.platforms, planned: reading.planned(schema))
        let (bases, branches) = (reading.links(schema["allOf"]), reading.links(schema["oneOf"] ?? schema["anyOf"]))
        let (properties, values) = (reading.properties(of: schema), reading.values(of: schema))
        let (parts, examples) = (
            reading.parts(of: schema), panels.examples(of: entity, in: current.number, request)
        )
        let referrers = current.repository.entities(referringTo: entity.id).map(reading.link)
        let origin = try catalogue.renderer(for: current.repository).templateOrigin(of: entity.id)
        let listing = Listing(
            String(decoding: entity.document.bytes, as: UTF8.self).trimmingSpaces(),
            caption: Texts["schemas.json-schema-of", ["entity": entity.name]])
        return try pages.render(
            SchemaPage(
                chrome: request.chrome(entity.name, .schemas), id: entity.id, name: entity.name,
                kindHeading: EntityKind.heading(entity.kind),
                kindHref: Paths.schemas(language: language) + "#shelf-\(entity.kind.nonEmpty ?? "other")",
                language: language,
                languages: links(languages, current: language) { Paths.schema(entity.id, language: $0) },
                title: LocalizedText("title", of: schema, in: language),
                description: LocalizedText("description", of: schema, in: language), category: entity.category,
                ownersLine: Words.list(entity.owners).nonEmpty,
                acceptsFallback: schema[.fallback]?.boolean ?? false, isEverywhere: platforms.isEmpty,
                platforms: platforms, hasBases: !bases.isEmpty, bases: bases, hasBranches: !branches.isEmpty,
                branches: branches, hasProperties: !properties.isEmpty, properties: properties,
                hasValues: !values.isEmpty, values: values, hasParts: !parts.isEmpty, parts: parts,
                templateOrigin: origin == .notDrawn ? nil : PreviewTemplateWords.origin(origin),
                templateHref: Paths.template(of: entity.id), hasExamples: !examples.isEmpty, examples: examples,
                hasReferrers: !referrers.isEmpty,
                referrers: referrers, uses: LiveUsesView(used.uses, isComplete: used.isComplete),
                lineCount: Texts["schemas.lines", ["count": listing.lineCount]], listing: listing))
    }

    private func reading(in current: CurrentSchemas, language: String) throws -> SchemaReading {
        let plans = try stores.schemaReleases.versionPlans(of: current.number).filter { $0.confirmation == nil }
        return SchemaReading(
            repository: current.repository, language: language, platforms: try stores.releases.platforms(),
            plans: Set(plans.map(\.planned)))
    }

    private func rows(_ entities: [Entity], _ reading: SchemaReading) -> [SchemaIndexPage.Row] {
        entities.map { entity in
            var reading = reading
            reading.entity = entity.id
            let schema = entity.document.root
            let (title, description) = (
                LocalizedText("title", of: schema, in: reading.language),
                LocalizedText("description", of: schema, in: reading.language)
            )
            return SchemaIndexPage.Row(
                name: entity.name, href: reading.href(entity.id), title: title, description: description,
                support: reading.support(schema),
                searchText: [entity.name, entity.id, title.text, description.text, EntityKind.heading(entity.kind)]
                    .joined(separator: " "))
        }
    }

    private func links(_ tags: [String], current: String, href: (String) -> String) -> [LanguageLink] {
        guard tags.count > 1 else { return [] }
        return tags.map {
            LanguageLink(tag: $0, title: Language.title($0), href: href($0), isCurrent: $0 == current)
        }
    }
}

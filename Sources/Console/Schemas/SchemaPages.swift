/// The page of one entity, that is, one schema of the repository.
struct SchemaPage: Page {
    static let template = "schemas/show"
    var chrome: Chrome
    var id: String
    var name: String
    var kindHeading: String
    var kindHref: String
    var language: String
    var languages: [LanguageLink]
    var title: LocalizedText
    var description: LocalizedText
    var category: String?
    var ownersLine: String?
    /// True if a document may contain a fallback, which clients that do not support the entity get (`x-fallback`).
    var acceptsFallback: Bool
    /// True if the schema says nothing about platforms and client versions, so that all clients support the entity.
    var isEverywhere: Bool
    var platforms: [PlatformRow]
    var hasBases: Bool
    var bases: [EntityLink]
    var hasBranches: Bool
    var branches: [EntityLink]
    var hasProperties: Bool
    var properties: [PropertyRow]
    var hasValues: Bool
    var values: [ValueRow]
    var hasParts: Bool
    var parts: [SchemaPart]
    /// A sentence about the template that draws the entity; nil if the entity is never drawn on its own.
    var templateOrigin: String?
    var templateHref: String
    var hasExamples: Bool
    var examples: [ExampleView]
    var hasReferrers: Bool
    var referrers: [EntityLink]
    var uses: LiveUsesView
    var lineCount: String
    var listing: Listing

    static let sample = SchemaPage(
        chrome: .sample, id: "/components/ButtonView", name: "ButtonView", kindHeading: "Components",
        kindHref: "/schemas",
        language: "fa",
        languages: [LanguageLink(tag: "fa", title: "فارسی", href: "/schemas/entity?id=x&lang=fa", isCurrent: true)],
        title: .sample, description: .sample, category: "controls", ownersLine: "ios:design-system",
        acceptsFallback: true, isEverywhere: true, platforms: [.sample], hasBases: true, bases: [.sample],
        hasBranches: true, branches: [.sample], hasProperties: true, properties: [.sample], hasValues: true,
        values: [.sample], hasParts: true, parts: [.sample], templateOrigin: "The repository’s own.",
        templateHref: "/schemas/entity/template?id=x", hasExamples: true, examples: [.sample],
        hasReferrers: true, referrers: [.sample], uses: .sample, lineCount: "2 lines", listing: .sample)
}

/// The catalogue of the schema repository.
struct SchemaIndexPage: Page {
    static let template = "schemas/index"
    var chrome: Chrome
    var releaseSentence: String
    var isEmpty: Bool
    var groups: [Group]

    /// The entities of one kind.
    struct Group: Sendable {
        var kind: String
        var heading: String
        var count: String
        var entities: [Row]
    }

    /// An entity.
    struct Row: Sendable {
        var name: String
        var href: String
        var description: String
        var since: String
    }

    static let sample = SchemaIndexPage(
        chrome: .sample, releaseSentence: "Schema release 1.", isEmpty: true,
        groups: [
            Group(
                kind: "component", heading: "Components", count: "1 entity",
                entities: [
                    Row(name: "ButtonView", href: "/schemas/entity?id=x", description: "A button.", since: "5.0")
                ])
        ])
}

/// One entity of the schema repository.
struct SchemaPage: Page {
    static let template = "schemas/show"
    var chrome: Chrome
    var id: String
    var name: String
    var kind: String
    var description: String
    var since: String
    var hasProperties: Bool
    var properties: [Property]
    var listing: Listing

    /// A property of the entity.
    struct Property: Sendable {
        var name: String
        var type: String
        var description: String
        var since: String
        var isRequired: Bool
    }

    static let sample = SchemaPage(
        chrome: .sample, id: "/components/ButtonView", name: "ButtonView", kind: "component", description: "A button.",
        since: "5.0", hasProperties: true,
        properties: [Property(name: "title", type: "Text", description: "Its title.", since: "5.0", isRequired: true)],
        listing: .sample)
}

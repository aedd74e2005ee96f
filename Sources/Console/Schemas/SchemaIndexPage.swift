import Mustache

/// The page of the schema catalogue.
struct SchemaIndexPage: Page {
    static let template = "schemas/index"
    var chrome: Chrome
    var releaseSentence: String
    var isEmpty: Bool
    var query: String
    var language: String
    var count: String
    var isNothingFound: Bool
    var languages: [LanguageLink]
    var sections: [KindSection]

    /// The entities (schemas of the repository) of one kind (`x-kind`).
    struct KindSection: Sendable {
        var kind: String
        var heading: String
        var count: Int
        var entities: [Row]
    }

    /// An entity in the list.
    struct Row: Sendable {
        var name: String
        var href: String
        var title: LocalizedText
        var description: LocalizedText
        var support: SupportSummary
        /// The text in which a search looks for its words.
        var searchText: String
    }

    static let sample = SchemaIndexPage(
        chrome: .sample, releaseSentence: "Schema release 1.", isEmpty: true, query: "button", language: "fa",
        count: "1 of 36", isNothingFound: true,
        languages: [LanguageLink(tag: "fa", title: "فارسی", href: "/schemas?lang=fa", isCurrent: true)],
        sections: [
            KindSection(
                kind: "component", heading: "Components", count: 1,
                entities: [
                    Row(
                        name: "ButtonView", href: "/schemas/entity?id=x", title: .sample, description: .sample,
                        support: .sample, searchText: "ButtonView Button")
                ])
        ])
}

extension SchemaIndexPage.Row: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "name": name
        case "href": href
        case "title": title
        case "description": description
        case "support": support
        case "searchText": searchText
        default: nil
        }
    }
}

/// A published version of JSON Schema.
package enum Draft: String, CaseIterable, Sendable {
    case draft4 = "4"
    case draft6 = "6"
    case draft7 = "7"
    case draft2019 = "2019-09"
    case draft2020 = "2020-12"

    /// The `$schema` URI of this draft, without an empty fragment.
    package var metaschemaURI: String {
        switch self {
        case .draft4: "http://json-schema.org/draft-04/schema"
        case .draft6: "http://json-schema.org/draft-06/schema"
        case .draft7: "http://json-schema.org/draft-07/schema"
        case .draft2019: "https://json-schema.org/draft/2019-09/schema"
        case .draft2020: "https://json-schema.org/draft/2020-12/schema"
        }
    }

    /// Creates the draft that a `$schema` value names, nil if it names none of these; an empty fragment and the scheme
    /// (`http` or `https`) are ignored.
    package init?(metaschemaURI text: String) {
        func bare(_ text: String) -> Substring {
            var rest = text[...]
            if rest.hasSuffix("#") { rest.removeLast() }
            for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) { rest.removeFirst(scheme.count) }
            return rest
        }
        let wanted = bare(text)
        guard let draft = Self.allCases.first(where: { bare($0.metaschemaURI) == wanted }) else { return nil }
        self = draft
    }

    /// The keyword that identifies a resource: `id` in draft 4, `$id` since draft 6.
    var identifierKeyword: String { self == .draft4 ? "id" : "$id" }

    /// True if `$ref` hides the keywords beside it (up to draft 7).
    var referenceHidesSiblings: Bool { self < .draft2019 }

    /// True if metaschemas of this draft declare vocabularies.
    var hasVocabularies: Bool { self >= .draft2019 }
}

extension Draft: Comparable {
    /// Returns true if the first draft was published before the second.
    package static func < (one: Draft, other: Draft) -> Bool { one.order < other.order }

    private var order: Int {
        switch self {
        case .draft4: 4
        case .draft6: 6
        case .draft7: 7
        case .draft2019: 2019
        case .draft2020: 2020
        }
    }
}

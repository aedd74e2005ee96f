/// The vocabularies in force in a schema resource; the standard ones in drafts before 2019-09.
struct Vocabularies: OptionSet, Sendable {
    let rawValue: UInt16

    static let core = Vocabularies(rawValue: 1 << 0)
    static let applicator = Vocabularies(rawValue: 1 << 1)
    static let unevaluated = Vocabularies(rawValue: 1 << 2)
    static let validation = Vocabularies(rawValue: 1 << 3)
    static let metadata = Vocabularies(rawValue: 1 << 4)
    static let formatAnnotation = Vocabularies(rawValue: 1 << 5)
    static let formatAssertion = Vocabularies(rawValue: 1 << 6)
    static let content = Vocabularies(rawValue: 1 << 7)

    /// The vocabularies that a draft's own metaschema puts in force.
    static let standard: Vocabularies = [
        .core, .applicator, .unevaluated, .validation, .metadata, .formatAnnotation, .content,
    ]

    /// Creates the vocabulary with that URI, or nil if this validator does not know it.
    init?(uri: String) {
        switch uri {
        case "https://json-schema.org/draft/2019-09/vocab/core", "https://json-schema.org/draft/2020-12/vocab/core":
            self = .core
        case "https://json-schema.org/draft/2019-09/vocab/applicator": self = [.applicator, .unevaluated]
        case "https://json-schema.org/draft/2020-12/vocab/applicator": self = .applicator
        case "https://json-schema.org/draft/2020-12/vocab/unevaluated": self = .unevaluated
        case "https://json-schema.org/draft/2019-09/vocab/validation",
            "https://json-schema.org/draft/2020-12/vocab/validation":
            self = .validation
        case "https://json-schema.org/draft/2019-09/vocab/meta-data",
            "https://json-schema.org/draft/2020-12/vocab/meta-data":
            self = .metadata
        case "https://json-schema.org/draft/2019-09/vocab/format",
            "https://json-schema.org/draft/2020-12/vocab/format-annotation":
            self = .formatAnnotation
        case "https://json-schema.org/draft/2020-12/vocab/format-assertion": self = .formatAssertion
        case "https://json-schema.org/draft/2019-09/vocab/content",
            "https://json-schema.org/draft/2020-12/vocab/content":
            self = .content
        default: return nil
        }
    }

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
}

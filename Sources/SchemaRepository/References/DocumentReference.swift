package import JSONText

/// A reference by name from a document to a feature or an option list, declared with `x-refers-to` in the schemas.
package struct DocumentReference: Sendable, Hashable {
    /// The type of thing that the name refers to.
    package enum Target: Sendable, Hashable {
        /// A feature with any document.
        case feature
        /// A feature with a document of this kind, by its schema's identifier.
        case featureHolding(String)
        case optionList
    }

    package let target: Target
    package let name: String
    /// The pointer of the value that contains the name.
    package let pointer: JSONPointer
    package let range: SourceRange

    package init(target: Target, name: String, pointer: JSONPointer, range: SourceRange) {
        self.target = target
        self.name = name
        self.pointer = pointer
        self.range = range
    }
}

extension DocumentReference.Target {
    /// Parses an annotation: `feature`, `optionList`, or the identifier of a document kind; nil for anything else.
    init?(_ annotation: String) {
        switch annotation {
        case "feature": self = .feature
        case "optionList": self = .optionList
        case let id where id.hasPrefix("/"): self = .featureHolding(id)
        default: return nil
        }
    }
}

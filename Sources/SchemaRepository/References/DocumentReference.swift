package import JSONText

/// A name by which a document refers to something outside of it, as `x-refers-to` in the schemas says.
package struct DocumentReference: Sendable, Hashable {
    /// The sort of thing that the name belongs to.
    package enum Target: Sendable, Hashable {
        /// A feature that holds any document.
        case feature
        /// A feature that holds a document of this kind, by the identifier of its schema.
        case featureHolding(String)
        case optionList
    }

    package let target: Target
    package let name: String
    /// The value that names it.
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
    /// The keyword whose value says to what the texts of a schema refer.
    static let keyword = "x-refers-to"

    /// The target that an annotation names: `feature`, `optionList`, or the identifier of a kind of document.
    init?(_ annotation: String) {
        switch annotation {
        case "feature": self = .feature
        case "optionList": self = .optionList
        case let id where id.hasPrefix("/"): self = .featureHolding(id)
        default: return nil
        }
    }
}

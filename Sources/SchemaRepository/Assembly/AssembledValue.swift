import JSONText

/// A value and its content as assembled for one client version.
struct AssembledValue {
    /// True if the client supports all of it as written.
    var isKnown = true

    /// The edits that make the value supported; nil if none do.
    var edits: AssemblyEdits? = AssemblyEdits()

    /// True if the value may be omitted, when nothing else helps.
    var mayBeLeftOut = false

    /// The fallback of the value; nil without one.
    var fallback: Fallback?

    /// The fallback of an element.
    struct Fallback {
        let value: JSONValue
        /// The edits inside it; nil if it is not supported either.
        let edits: AssemblyEdits?
        /// True if the element may be omitted.
        let mayBeLeftOut: Bool

        /// Creates a fallback: another element, or the word for omitting the element.
        init(_ value: JSONValue, _ assembled: AssembledValue) {
            self.value = value
            edits = value.kind == .object ? assembled.edits : nil
            mayBeLeftOut = assembled.canBeGiven
        }
    }

    /// Creates a value that is supported as written, or not at all.
    init(isKnown: Bool = true) {
        self.isKnown = isKnown
        if !isKnown { edits = nil }
    }

    /// True if the version can get the value in some form, or may get the document without it.
    var canBeGiven: Bool { edits != nil || mayBeLeftOut }

    /// Adds another condition on the same value.
    mutating func formIntersection(_ other: AssembledValue) {
        let canBeGiven = canBeGiven && other.canBeGiven
        isKnown = isKnown && other.isKnown
        if let further = other.edits { edits?.formUnion(further) } else { edits = nil }
        mayBeLeftOut = canBeGiven && edits == nil
        fallback = fallback ?? other.fallback
    }

    /// Uses the fallback if no smaller edit helps.
    mutating func fallBack(of element: JSONValue) {
        defer { fallback = nil }
        guard let fallback, edits == nil else { return }
        if var inner = fallback.edits {
            inner.formUnion(AssemblyEdits(.value(fallback.value), of: element))
            edits = inner
            mayBeLeftOut = false
        } else {
            mayBeLeftOut = mayBeLeftOut || fallback.mayBeLeftOut
        }
    }
}

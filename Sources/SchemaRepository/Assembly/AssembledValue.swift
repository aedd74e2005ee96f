import JSONText

/// A value with everything in it, as clients of one version can be given it.
struct AssembledValue {
    /// True if they show all of it as it stands.
    var isKnown = true

    /// The changes with which they can be given something in the value's place; nil where nothing helps.
    var edits: AssemblyEdits? = AssemblyEdits()

    /// True if they may be given nothing in its place, where that is all that helps.
    var mayBeLeftOut = false

    /// The fallback of the value; nil without one.
    var fallback: Fallback?

    /// The fallback of an element.
    struct Fallback {
        let value: JSONValue
        /// The changes in it; nil where it cannot be given.
        let edits: AssemblyEdits?
        /// True if the element may be left out.
        let mayBeLeftOut: Bool

        /// A fallback of an element is another element, or the word for leaving the element out.
        init(_ value: JSONValue, _ assembled: AssembledValue) {
            self.value = value
            edits = value.kind == .object ? assembled.edits : nil
            mayBeLeftOut = assembled.canBeGiven
        }
    }

    /// A value that clients know, or that nothing can be given for.
    init(isKnown: Bool = true) {
        self.isKnown = isKnown
        if !isKnown { edits = nil }
    }

    /// True if the version can be given something, be it nothing in the value's place.
    var canBeGiven: Bool { edits != nil || mayBeLeftOut }

    /// Adds what must hold as well.
    mutating func formIntersection(_ other: AssembledValue) {
        let canBeGiven = canBeGiven && other.canBeGiven
        isKnown = isKnown && other.isKnown
        if let further = other.edits { edits?.formUnion(further) } else { edits = nil }
        mayBeLeftOut = canBeGiven && edits == nil
        fallback = fallback ?? other.fallback
    }

    /// Lets the fallback stand in where nothing nearer helps.
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

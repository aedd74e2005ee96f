import JSONText

/// The result of assembling a value, with everything inside it, for one client version.
struct AssembledValue {
    /// True if the version supports the value, with everything inside it, as written.
    var isKnown = true

    /// The edits that make the value supported; nil if no edits can.
    var edits: AssemblyEdits? = AssemblyEdits()

    /// True if no edits make the value supported, but its container may omit it.
    var mayBeLeftOut = false

    /// The element's `fallback`; nil if it has none.
    var fallback: Fallback?

    /// The assembled `fallback` of an element.
    struct Fallback {
        let value: JSONValue
        /// The edits inside the fallback; nil if it is `"drop"` or cannot be assembled.
        let edits: AssemblyEdits?
        /// True if the element may be omitted where the fallback cannot replace it.
        let mayBeLeftOut: Bool

        /// Creates a fallback from the value of `fallback` (another element, or `"drop"` to omit the element) and the
        /// result of assembling this value.
        init(_ value: JSONValue, _ assembled: AssembledValue) {
            self.value = value
            edits = value.kind == .object ? assembled.edits : nil
            mayBeLeftOut = assembled.canBeServed
        }
    }

    /// Creates the result for a value that is supported as written, or not at all.
    init(isKnown: Bool = true) {
        self.isKnown = isKnown
        if !isKnown { edits = nil }
    }

    /// True if the version can get the value, edited if necessary, or its container without the value.
    var canBeServed: Bool { edits != nil || mayBeLeftOut }

    /// Combines this result with that of another schema that the same value must match.
    mutating func formIntersection(_ other: AssembledValue) {
        let canBeServed = canBeServed && other.canBeServed
        isKnown = isKnown && other.isKnown
        if let further = other.edits { edits?.formUnion(further) } else { edits = nil }
        mayBeLeftOut = canBeServed && edits == nil
        fallback = fallback ?? other.fallback
    }

    /// Replaces the element by its fallback if no edits inside the element make it supported.
    mutating func replaceByFallback(_ element: JSONValue) {
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

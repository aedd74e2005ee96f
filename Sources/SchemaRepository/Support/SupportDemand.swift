import JSONText

/// The client versions that a value and everything inside it demand. Each set of versions is represented by its number
/// in a `VersionSetTable`.
struct SupportDemand {
    /// The versions that show the whole value.
    var full = VersionSetTable.ID.all

    /// The versions that support the value itself, without regard to what is inside it.
    var here = VersionSetTable.ID.all

    /// The versions that can be served at all, even if the value is left out for them.
    var degraded = VersionSetTable.ID.all

    /// The versions that get the value or a replacement, so that it is not left out.
    var present = VersionSetTable.ID.all

    var reasons: [Reason] = []

    /// The fallback of the value; nil without one.
    var fallback: Fallback?

    /// The fallback of an element, with the versions that it serves.
    struct Fallback {
        let degraded: VersionSetTable.ID
        let present: VersionSetTable.ID
        private let element: JSONValue
        private let reasons: [Reason]
        private let isElement: Bool

        /// Creates a fallback from the value of `fallback`, which is another element or `"drop"` to leave the element
        /// out, and from the demand of this value.
        init(_ value: JSONValue, of element: JSONValue, _ demand: SupportDemand) {
            isElement = value.kind == .object
            degraded = demand.degraded
            present = isElement ? demand.present : .none
            reasons = isElement ? demand.reasons : []
            self.element = element
        }

        /// Returns the possible replacements for the element.
        func replacements(in sets: VersionSetTable) -> [PartReplacement] {
            let omission = PartReplacement(.omission, of: element, for: sets[degraded])
            guard isElement else { return [omission] }
            return [PartReplacement(.fallback, of: element, for: sets[present], reasons: reasons), omission]
        }
    }

    /// Creates the demand of a value that these versions support and that has no replacement.
    init(_ versions: VersionSetTable.ID) {
        full = versions
        here = versions
        degraded = versions
        present = versions
    }

    /// Creates a demand that all versions meet, with a fallback.
    init(fallback: Fallback) { self.fallback = fallback }

    /// Adds a demand that must be met as well.
    mutating func formIntersection(_ other: SupportDemand, in sets: VersionSetTable) {
        full = sets.intersection(full, other.full)
        degraded = sets.intersection(degraded, other.degraded)
        present = sets.intersection(present, other.present)
        if !other.reasons.isEmpty { reasons += other.reasons }
        if fallback == nil, let fallback = other.fallback { self.fallback = fallback }
    }

    /// Lets the fallback replace the value in versions that do not support it.
    mutating func fallBack(in sets: VersionSetTable) {
        guard let fallback else { return }
        degraded = sets.union(degraded, fallback.degraded)
        present = sets.union(present, fallback.present)
        addReplacements(fallback.replacements(in: sets))
        self.fallback = nil
    }

    /// Adds replacements to all reasons. The argument is evaluated only if there are reasons.
    mutating func addReplacements(_ replacements: @autoclosure () -> [PartReplacement]) {
        if reasons.isEmpty { return }
        let replacements = replacements()
        for index in reasons.indices { reasons[index].replacements += replacements }
    }

    /// Removes the omission of a value from the replacements of all reasons, because the value is required.
    mutating func require(_ value: JSONValue) {
        if reasons.isEmpty { return }
        let pointer = value.pointer
        for index in reasons.indices {
            reasons[index].replacements.removeAll { $0.manner == .omission && $0.pointer == pointer }
        }
    }
}

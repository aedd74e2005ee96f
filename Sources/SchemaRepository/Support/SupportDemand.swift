import JSONText

/// The client versions that a value and everything inside it demand.
struct SupportDemand {
    /// The versions that show all of it.
    var full = VersionSet.all

    /// The versions that know the value itself, without regard to what is inside it.
    var here = VersionSet.all

    /// The versions that can be served at all, even if the value is left out for them.
    var degraded = VersionSet.all

    /// The versions that get something in place of the value, so that it is not left out.
    var present = VersionSet.all

    var reasons: [Reason] = []

    /// The replacement for the value; nil without a fallback.
    var fallback: Fallback?

    struct Fallback {
        let degraded: VersionSet
        let present: VersionSet
        /// The possible replacements for the element.
        let escapes: [Escape]

        /// Takes the fallback of an element: another element, or the word for leaving the element out.
        init(_ value: JSONValue, of element: JSONValue, _ demand: SupportDemand) {
            degraded = demand.degraded
            let omission = Escape(.omission, of: element, for: demand.degraded)
            if value.kind == .object {
                present = demand.present
                escapes = [
                    Escape(.fallback, of: element, for: demand.present, reasons: demand.reasons), omission,
                ]
            } else {
                present = .none
                escapes = [omission]
            }
        }
    }

    /// The demand of a value that these versions know and that has no replacement.
    init(_ versions: VersionSet) {
        full = versions
        here = versions
        degraded = versions
        present = versions
    }

    /// No demand, but a fallback.
    init(fallback: Fallback) { self.fallback = fallback }

    /// Adds a demand that must be met as well.
    mutating func formIntersection(_ other: SupportDemand) {
        full = full.intersection(other.full)
        degraded = degraded.intersection(other.degraded)
        present = present.intersection(other.present)
        reasons += other.reasons
        fallback = fallback ?? other.fallback
    }

    /// Lets the fallback replace the value in versions that do not know it.
    mutating func fallBack() {
        guard let fallback else { return }
        degraded = degraded.union(fallback.degraded)
        present = present.union(fallback.present)
        escape(fallback.escapes)
        self.fallback = nil
    }

    /// Adds replacements to all reasons.
    mutating func escape(_ escapes: [Escape]) {
        for index in reasons.indices { reasons[index].escapes += escapes }
    }

    /// Removes the replacement “left out” from the reasons, for a required value.
    mutating func require(_ value: JSONValue) {
        for index in reasons.indices {
            reasons[index].escapes.removeAll { $0.manner == .omission && $0.pointer == value.pointer }
        }
    }
}

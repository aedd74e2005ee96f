import JSONText

/// What a value and everything in it demands of its clients.
struct SupportDemand {
    /// The versions that show all of it.
    var full = VersionSet.all

    /// The versions that know the value itself, whatever they know of what is inside it.
    var here = VersionSet.all

    /// The versions that can be given something, be it nothing in the value's place.
    var degraded = VersionSet.all

    /// The versions that can be given something in the value's place, where nothing is not enough.
    var present = VersionSet.all

    var reasons: [Reason] = []

    /// What stands in for the value; nil without a fallback.
    var fallback: Fallback?

    struct Fallback {
        let degraded: VersionSet
        let present: VersionSet
        /// What may be given instead of the element.
        let escapes: [Escape]

        /// A fallback of an element is another element, or the word for leaving the element out.
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

    /// The demand of what exists in these versions and has no escape.
    init(_ versions: VersionSet) {
        full = versions
        here = versions
        degraded = versions
        present = versions
    }

    /// No demand, and a fallback.
    init(fallback: Fallback) { self.fallback = fallback }

    /// Adds what must hold as well.
    mutating func formIntersection(_ other: SupportDemand) {
        full = full.intersection(other.full)
        degraded = degraded.intersection(other.degraded)
        present = present.intersection(other.present)
        reasons += other.reasons
        fallback = fallback ?? other.fallback
    }

    /// Lets the fallback stand in where the value is not known.
    mutating func fallBack() {
        guard let fallback else { return }
        degraded = degraded.union(fallback.degraded)
        present = present.union(fallback.present)
        escape(fallback.escapes)
        self.fallback = nil
    }

    /// Notes what may be given instead of a value that something is not known of.
    mutating func escape(_ escapes: [Escape]) {
        for index in reasons.indices { reasons[index].escapes += escapes }
    }

    /// Takes away the escape of leaving a value out that must be there.
    mutating func require(_ value: JSONValue) {
        for index in reasons.indices {
            reasons[index].escapes.removeAll { $0.manner == .omission && $0.pointer == value.pointer }
        }
    }
}

import JSONSchema
import JSONText

/// Support by client version of one document on one platform.
///
/// Follows the rules of the dialect: what a value uses is an intersection, what a value may choose is a union, an
/// escape (an ignorable property, a stand-in for a value, a droppable element, a fallback) takes its demand away.
struct SupportCalculation {
    let platform: String
    let document: JSONDocument

    /// What a value and everything in it demands.
    struct Result {
        var full = VersionSet.all
        var degraded = VersionSet.all
        var reasons: [Reason] = []

        /// Where the value's own fallback can stand in for it; nil without one.
        var fallback: VersionSet?

        /// Adds what must hold as well.
        mutating func formIntersection(_ other: Result) {
            full = full.intersection(other.full)
            degraded = degraded.intersection(other.degraded)
            reasons += other.reasons
            fallback = fallback.map { own in other.fallback.map(own.intersection) ?? own } ?? other.fallback
        }
    }

    /// The support for a valid value.
    ///
    /// - `around` is what the values around it demand already: only what goes beyond it is a reason.
    func support(of value: JSONValue, by schema: SchemaNode, around: VersionSet = .all) -> Result {
        inPlace(schema, value, around: around, mayFallBack: false, depth: 0)
    }

    private func inPlace(
        _ schema: SchemaNode, _ value: JSONValue, around: VersionSet, mayFallBack: Bool, depth: Int
    ) -> Result {
        var result = own(schema, value, around: around)
        // References that come back to themselves do not compile; the bound only keeps this function total.
        guard schema.constant == nil, depth < 128 else { return result }
        let isElement = schema.source["x-fallback"]?.boolean ?? false
        let mayFallBack = mayFallBack || isElement
        var known = around.intersection(result.full)
        for conjunct in schema.conjuncts(for: value) {
            let demand = inPlace(conjunct, value, around: known, mayFallBack: mayFallBack, depth: depth + 1)
            known = known.intersection(demand.full)
            result.formIntersection(demand)
        }
        let choices = schema.alternatives(for: value).map {
            inPlace($0, value, around: known, mayFallBack: mayFallBack, depth: depth + 1)
        }
        if !choices.isEmpty { result.formIntersection(Self.union(of: choices)) }
        for child in schema.children(of: value) {
            result.formIntersection(demand(of: child, in: schema, around: known, mayFallBack: mayFallBack))
        }
        if isElement {
            result.degraded = result.degraded.union(result.fallback ?? .none)
            result.fallback = nil
        }
        return result
    }

    private func demand(of child: AppliedChild, in schema: SchemaNode, around: VersionSet, mayFallBack: Bool) -> Result
    {
        var demand = support(of: child.value, by: child.schema, around: around)
        if mayFallBack, child.name == "fallback" {
            // A fallback is what a client gets instead: whoever knows the element does not need to know its fallback.
            return Result(fallback: demand.degraded)
        }
        let isIgnorable = child.name != nil && child.schema.source["x-ignorable"]?.boolean == true
        let isDroppable = child.name == nil && schema.source["x-unknown-items"]?.string == "drop"
        if isIgnorable || isDroppable { demand.degraded = .all }
        // The fallback of a value inside is no fallback of this one.
        demand.fallback = nil
        return demand
    }

    private func own(_ schema: SchemaNode, _ value: JSONValue, around: VersionSet) -> Result {
        let availability = Availability(schema.source, platform: platform)
        var result = Result(full: availability.versions, degraded: availability.versions)
        result.reasons = reasons(for: availability, schema, value, around: around, path: "")
        guard let text = value.string, schema.allowedValues != nil, let annotations = schema.source["x-enum"]?[text]
        else { return result }
        let ofValue = Availability(annotations, platform: platform)
        let path = "/x-enum" + JSONPointer(tokens: [text]).description
        result.reasons += reasons(for: ofValue, schema, value, around: around.intersection(result.full), path: path)
        result.full = result.full.intersection(ofValue.versions)
        if annotations["unknownAs"] == nil { result.degraded = result.degraded.intersection(ofValue.versions) }
        return result
    }

    private func reasons(
        for availability: Availability, _ schema: SchemaNode, _ value: JSONValue, around: VersionSet, path: String
    ) -> [Reason] {
        availability.demands.filter { _ in around.intersection(availability.versions) != around }.map { demand in
            Reason(
                version: demand.version, pointer: value.pointer, range: document.range(of: value),
                message: ReasonWording(platform: platform).sentence(demand, schema: schema.source, value: value),
                keyword: demand.keyword, schemaPointer: schema.location + path + "/" + demand.keyword)
        }
    }

    /// What the cheapest of several choices demands.
    private static func union(of choices: [Result]) -> Result {
        var result = choices[0]
        for choice in choices.dropFirst() {
            // Reasons of a dearer choice are none: the client needs only one.
            if result.full != choice.full, choice.full.isSuperset(of: result.full) { result.reasons = choice.reasons }
            result.full = result.full.union(choice.full)
            result.degraded = result.degraded.union(choice.degraded)
        }
        if result.full.isAll { result.reasons = [] }
        return result
    }
}

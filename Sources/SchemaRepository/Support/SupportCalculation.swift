import JSONSchema
import JSONText

/// Support by client version of one document on one platform.
///
/// Follows the rules of the dialect: what a value uses is an intersection, what a value may choose is a union, an
/// escape (an ignorable property, a stand-in for a value, a droppable element, a fallback) takes its demand away.
struct SupportCalculation {
    let platform: String
    let document: JSONDocument
    private let platformName: JSONName
    private let marks: DemandMarks
    /// The versions at which a demand begins or ends, of everything that was looked at so far.
    let bounds = VersionBounds()
    private let work: WorkBudget?

    /// `marks` are those of the compiled schema that the document is of.
    init(platform: String, document: JSONDocument, marks: DemandMarks, work: WorkBudget? = nil) {
        self.platform = platform
        self.document = document
        platformName = JSONName(platform)
        self.marks = marks
        self.work = work
    }

    /// The support for a valid value; only what goes beyond what is demanded `around` it already is a reason.
    func support(of value: JSONValue, by schema: SchemaNode, around: VersionSet = .all) -> SupportDemand {
        inPlace(schema, value, around: around, mayFallBack: false, depth: 0)
    }

    private func inPlace(
        _ schema: SchemaNode, _ value: JSONValue, around: VersionSet, mayFallBack: Bool, depth: Int
    ) -> SupportDemand {
        // What says nothing of versions, and leads to nothing that does, demands nothing.
        guard marks.reach.contains(schema) else { return SupportDemand(.all) }
        var result = own(schema, value, around: around)
        // References that come back to themselves do not compile; the bound only keeps this function total.
        guard schema.constant == nil, depth < 128, work?.spend() ?? true else { return result }
        let isElement = marks[schema].isElement
        let mayFallBack = mayFallBack || isElement
        var known = around.intersection(result.here)
        for conjunct in schema.conjuncts(for: value, within: marks.reach, work: work) {
            let demand = inPlace(conjunct, value, around: known, mayFallBack: mayFallBack, depth: depth + 1)
            // Members that one of them describes say nothing of those that another describes.
            known = known.intersection(demand.here)
            result.here = result.here.intersection(demand.here)
            result.formIntersection(demand)
        }
        let choices = schema.alternatives(for: value, within: marks.reach, work: work).map {
            inPlace($0, value, around: known, mayFallBack: mayFallBack, depth: depth + 1)
        }
        if !choices.isEmpty { result.formIntersection(Self.union(of: choices)) }
        for child in schema.children(of: value, within: marks.reach, work: work) {
            result.formIntersection(demand(of: child, of: value, in: schema, around: known, mayFallBack: mayFallBack))
        }
        if isElement { result.fallBack() }
        return result
    }

    private func demand(
        of child: AppliedChild, of parent: JSONValue, in schema: SchemaNode, around: VersionSet, mayFallBack: Bool
    ) -> SupportDemand {
        if mayFallBack, let member = child.member, member.isNamed(DemandMarks.fallback.utf8) {
            // A fallback is what a client gets instead: whoever knows the element does not need to know its fallback,
            // and whoever gets the fallback does not know the element.
            let demand = support(of: child.value, by: child.schema)
            return SupportDemand(fallback: .init(child.value, of: parent, demand))
        }
        var demand = support(of: child.value, by: child.schema, around: around)
        let isRequired = child.member.map(schema.requires) ?? false
        let isIgnorable = child.member != nil && marks[child.schema].isIgnorable
        let isDroppable = child.member == nil && marks[schema].dropsItems
        if isRequired {
            demand.degraded = demand.present
            demand.require(child.value)
        } else if isIgnorable || isDroppable {
            demand.degraded = .all
            demand.escape([Escape(.omission, of: child.value)])
        }
        // Where the value inside is left out, the one around it is still there.
        demand.present = demand.degraded
        // The fallback of a value inside is no fallback of this one.
        demand.fallback = nil
        return demand
    }

    private func own(_ schema: SchemaNode, _ value: JSONValue, around: VersionSet) -> SupportDemand {
        let mark = marks[schema]
        var result = SupportDemand(.all)
        if let availability = mark.availability?[platformName] {
            bounds.insert(availability.versions)
            result = SupportDemand(availability.versions)
            result.reasons = reasons(for: availability, schema, value, around: around, path: "")
        }
        guard !mark.values.isEmpty, let text = value.utf8, let ofValue = mark.values[JSONName(utf8: text)] else {
            return result
        }
        let availability = ofValue.availability[platformName]
        bounds.insert(availability.versions)
        for word in mark.chain(from: ofValue) {
            if let further = mark.values[JSONName(word)] { bounds.insert(further.availability[platformName].versions) }
        }
        var demand = SupportDemand(availability.versions)
        let path = "/x-enum" + JSONPointer(tokens: [String(decoding: text, as: UTF8.self)]).description
        demand.reasons = reasons(for: availability, schema, value, around: around.intersection(result.full), path: path)
        if let word = ofValue.unknownAs { demand.escape([Escape(.word(word), of: value)]) }
        result.reasons += demand.reasons
        result.full = result.full.intersection(demand.full)
        result.here = result.here.intersection(demand.full)
        if ofValue.unknownAs == nil {
            result.degraded = result.degraded.intersection(demand.full)
            result.present = result.degraded
        }
        return result
    }

    private func reasons(
        for availability: Availability, _ schema: SchemaNode, _ value: JSONValue, around: VersionSet, path: String
    ) -> [Reason] {
        guard !availability.demands.isEmpty, around.intersection(availability.versions) != around else { return [] }
        return availability.demands.map { demand in
            Reason(
                version: demand.version, pointer: value.pointer, range: document.range(of: value),
                message: ReasonWording(platform: platform).sentence(demand, schema: schema.source, value: value),
                keyword: demand.keyword, schemaPointer: schema.location + path + "/" + demand.keyword)
        }
    }

    /// What the cheapest of several choices demands.
    private static func union(of choices: [SupportDemand]) -> SupportDemand {
        var result = choices[0]
        for choice in choices.dropFirst() {
            // Reasons of a dearer choice are none: the client needs only one.
            if result.full != choice.full, choice.full.isSuperset(of: result.full) { result.reasons = choice.reasons }
            result.full = result.full.union(choice.full)
            result.degraded = result.degraded.union(choice.degraded)
            result.present = result.present.union(choice.present)
        }
        if result.full.isAll { result.reasons = [] }
        return result
    }
}

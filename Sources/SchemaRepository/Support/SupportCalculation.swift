import JSONSchema
import JSONText

/// Calculates the client versions of one platform that can show a document.
///
/// Follows the rules of the dialect: schemas that apply together form an intersection, alternatives form a union, and a
/// replacement (an ignorable member, another word, a dropped element, a fallback) removes a demand.
struct SupportCalculation {
    let platform: String
    let document: JSONDocument
    private let platformName: JSONName
    private let marks: DemandMarks
    /// The versions at which a demand begins or ends, in all parts examined so far.
    let bounds = VersionBounds()
    private let work: WorkBudget?

    /// `marks` belong to the compiled schema of the document.
    init(platform: String, document: JSONDocument, marks: DemandMarks, work: WorkBudget? = nil) {
        self.platform = platform
        self.document = document
        platformName = JSONName(platform)
        self.marks = marks
        self.work = work
    }

    /// Returns the support for a valid value. A demand that `around` already contains is not a reason.
    func support(of value: JSONValue, by schema: SchemaNode, around: VersionSet = .all) -> SupportDemand {
        inPlace(schema, value, around: around, mayFallBack: false, depth: 0)
    }

    private func inPlace(
        _ schema: SchemaNode, _ value: JSONValue, around: VersionSet, mayFallBack: Bool, depth: Int
    ) -> SupportDemand {
        // Subschemas that do not lead to any annotation about versions demand nothing.
        guard marks.reach.contains(schema) else { return SupportDemand(.all) }
        var result = own(schema, value, around: around)
        // References that lead back to themselves do not compile. The limit of depth only guarantees that this function
        // ends.
        guard schema.constant == nil, depth < 128, work?.spend() ?? true else { return result }
        let isElement = marks[schema].isElement
        let mayFallBack = mayFallBack || isElement
        var known = around.intersection(result.here)
        for conjunct in schema.conjuncts(for: value, within: marks.reach, work: work) {
            let demand = inPlace(conjunct, value, around: known, mayFallBack: mayFallBack, depth: depth + 1)
            // Members that one subschema describes are independent of those that another describes.
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
            // A client that knows the element does not use its fallback, and a client that uses the fallback does not
            // know the element. The demands of the fallback therefore do not restrict those of the element.
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
        // If an inner value is left out, the value around it is still shown.
        demand.present = demand.degraded
        // The fallback of an inner value does not replace this one.
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

    /// Returns the union of the demands of several alternatives.
    private static func union(of choices: [SupportDemand]) -> SupportDemand {
        var result = choices[0]
        for choice in choices.dropFirst() {
            // If another alternative is supported by more versions, the reasons of this one do not matter: a client
            // needs only one of them.
            if result.full != choice.full, choice.full.isSuperset(of: result.full) { result.reasons = choice.reasons }
            result.full = result.full.union(choice.full)
            result.degraded = result.degraded.union(choice.degraded)
            result.present = result.present.union(choice.present)
        }
        if result.full.isAll { result.reasons = [] }
        return result
    }
}

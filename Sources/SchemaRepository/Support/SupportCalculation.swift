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
    let tree: DemandTree
    private let marks: DemandMarks
    private let work: WorkBudget?
    private let tellsReasons: Bool
    /// The versions at which a demand begins or ends, in all parts examined so far.
    let bounds = VersionBounds()
    /// The versions that show all of a member or element, by the index of its node.
    private(set) var known: [VersionSet]

    /// `tree` belongs to the document, and `marks` to its compiled schema.
    init(
        platform: String, document: JSONDocument, tree: DemandTree, marks: DemandMarks, tellsReasons: Bool = true,
        work: WorkBudget? = nil
    ) {
        self.platform = platform
        self.document = document
        self.tree = tree
        self.marks = marks
        self.tellsReasons = tellsReasons
        self.work = work
        platformName = JSONName(platform)
        known = Array(repeating: .all, count: tree.nodes.count)
    }

    /// Returns the support for the document.
    mutating func support() -> SupportDemand {
        guard let root = tree.root else { return SupportDemand(.all) }
        var result = support(of: root)
        result.require(document.root)
        return result
    }

    /// Returns the support for a value. A demand that `around` already contains is not a reason.
    private mutating func support(of node: Int, around: VersionSet = .all) -> SupportDemand {
        let result = inPlace(node, around: around)
        known[node] = result.full
        return result
    }

    private mutating func inPlace(_ id: Int, around: VersionSet) -> SupportDemand {
        let node = tree.nodes[id]
        var result = own(node, around: around)
        guard work?.spend() ?? true else { return result }
        var known = around.intersection(result.here)
        for conjunct in node.conjuncts {
            let demand = inPlace(conjunct, around: known)
            // Members that one subschema describes are independent of those that another describes.
            known = known.intersection(demand.here)
            result.here = result.here.intersection(demand.here)
            result.formIntersection(demand)
        }
        if !node.choices.isEmpty {
            var choices: [SupportDemand] = []
            for choice in node.choices { choices.append(inPlace(choice, around: known)) }
            result.formIntersection(Self.union(of: choices))
        }
        for child in node.children { result.formIntersection(demand(of: child, of: node.value, around: known)) }
        if marks[node.schema].isElement { result.fallBack() }
        return result
    }

    private mutating func demand(
        of child: DemandTree.Child, of parent: JSONValue, around: VersionSet
    ) -> SupportDemand {
        // A client that knows the element does not use its fallback, and a client that uses the fallback does not know
        // the element. The demands of the fallback therefore do not restrict those of the element.
        let around = child.part == .fallback ? .all : around
        var demand = SupportDemand(.all)
        if let node = child.node { demand = support(of: node, around: around) }
        switch child.part {
        case .fallback: return SupportDemand(fallback: .init(child.value, of: parent, demand))
        case .required:
            demand.degraded = demand.present
            demand.require(child.value)
        case .droppable:
            demand.degraded = .all
            demand.escape([Escape(.omission, of: child.value)])
        case .kept: break
        }
        // If an inner value is left out, the value around it is still shown.
        demand.present = demand.degraded
        // The fallback of an inner value does not replace this one.
        demand.fallback = nil
        return demand
    }

    private func own(_ node: DemandTree.Node, around: VersionSet) -> SupportDemand {
        let (schema, value) = (node.schema, node.value)
        let mark = marks[schema]
        var result = SupportDemand(.all)
        if let availability = mark.availability?[platformName] {
            bounds.insert(availability.versions)
            result = SupportDemand(availability.versions)
            result.reasons = reasons(for: availability, schema, value, around: around, path: "")
        }
        guard let ofValue = node.word, let text = value.utf8 else { return result }
        let availability = ofValue.availability[platformName]
        bounds.insert(availability.versions)
        var demand = SupportDemand(availability.versions)
        let path = "/x-enum" + JSONPointer(tokens: [String(decoding: text, as: UTF8.self)]).description
        demand.reasons = reasons(for: availability, schema, value, around: around.intersection(result.full), path: path)
        for word in mark.chain(from: ofValue) {
            // A word that was itself added in a later version replaces the other only in versions that know it.
            let known = mark.values[JSONName(word)]?.availability[platformName].versions ?? .all
            bounds.insert(known)
            demand.degraded = demand.degraded.union(known)
            demand.escape([Escape(.word(word), of: value, for: known)])
        }
        result.reasons += demand.reasons
        result.full = result.full.intersection(demand.full)
        result.here = result.here.intersection(demand.full)
        result.degraded = result.degraded.intersection(demand.degraded)
        result.present = result.degraded
        return result
    }

    private func reasons(
        for availability: Availability, _ schema: SchemaNode, _ value: JSONValue, around: VersionSet, path: String
    ) -> [Reason] {
        guard tellsReasons, !availability.demands.isEmpty, around.intersection(availability.versions) != around else {
            return []
        }
        return availability.demands.map { demand in
            Reason(
                version: demand.version, pointer: value.pointer, range: document.range(of: value),
                message: ReasonWording(platform: platform).sentence(demand, schema: schema.source, value: value),
                keyword: demand.keyword.rawValue,
                schemaPointer: schema.location + path + "/" + demand.keyword.rawValue)
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

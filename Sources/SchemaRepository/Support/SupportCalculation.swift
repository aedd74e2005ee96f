import JSONSchema
import JSONText

/// Calculates the client versions of one platform that can show a document.
///
/// The versions of subschemas that apply together are intersected, and those of alternatives are united. Versions that
/// do not support a value can be served all the same if it has a replacement for them: if it may be left out, or if
/// another enum value or a fallback replaces it.
struct SupportCalculation {
    let platform: String
    let document: JSONDocument
    let tree: DemandTree
    /// The versions that support the parts of the schema.
    let versions: PlatformVersions
    private let sets: VersionSetTable
    private let work: WorkBudget?
    /// The version sets of all demands examined so far, in the order of examination: if they spell one version in
    /// several ways (`5`, `5.0`), the first spelling is used.
    private var demanded = OrderedIDs()
    /// The versions that show all of a member or element, by the index of its node.
    private(set) var known: [VersionSetTable.ID]

    /// Creates a calculation; `tree` contains the demands of the document, `marks` the annotations of its compiled
    /// schema.
    init(
        platform: String, document: JSONDocument, tree: DemandTree, marks: DemandMarks, work: WorkBudget? = nil
    ) {
        self.platform = platform
        self.document = document
        self.tree = tree
        self.work = work
        versions = PlatformVersions(platform, marks: marks)
        sets = versions.sets
        known = Array(repeating: .all, count: tree.nodes.count)
    }

    /// The versions at which the support for a value or a replacement begins or ends, of those examined so far; without
    /// a beginning at 0.
    var bounds: Set<ClientVersion> {
        demanded.ids.reduce(into: []) { bounds, id in
            for interval in sets[id].intervals {
                if interval.from != .zero { bounds.insert(interval.from) }
                if let until = interval.until { bounds.insert(until) }
            }
        }
    }

    /// Returns the support for the document.
    mutating func support() -> SupportDemand {
        guard let root = tree.root else { return SupportDemand(.all) }
        var result = support(of: root)
        result.require(document.root)
        return result
    }

    /// Returns the support for a value. `around` are the versions that support the values around it; a demand that all
    /// of them meet is not a reason.
    private mutating func support(of node: Int, around: VersionSetTable.ID = .all) -> SupportDemand {
        let result = inPlace(node, around: around)
        known[node] = result.full
        return result
    }

    /// Returns the support for a value according to one of the subschemas that apply to it.
    private mutating func inPlace(_ id: Int, around: VersionSetTable.ID) -> SupportDemand {
        let node = tree.nodes[id]
        var result = own(node, around: around)
        guard work?.spend() ?? true else { return result }
        var known = sets.intersection(around, result.here)
        for conjunct in node.conjuncts {
            let demand = inPlace(conjunct, around: known)
            // Only demands on the value itself restrict the versions for the next subschemas. Demands on the members
            // that one subschema describes do not concern the members that another one describes.
            known = sets.intersection(known, demand.here)
            result.here = sets.intersection(result.here, demand.here)
            result.formIntersection(demand, in: sets)
        }
        if !node.choices.isEmpty {
            var choices: [SupportDemand] = []
            for choice in node.choices { choices.append(inPlace(choice, around: known)) }
            result.formIntersection(union(of: choices), in: sets)
        }
        for child in node.children {
            result.formIntersection(demand(of: child, of: node.value, around: known), in: sets)
        }
        if node.mark.isElement { result.fallBack(in: sets) }
        return result
    }

    private mutating func demand(
        of child: DemandTree.Child, of parent: JSONValue, around: VersionSetTable.ID
    ) -> SupportDemand {
        // The clients that use a fallback do not support the element around it, so the versions that support the
        // element are not the versions around the fallback.
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
            demand.addReplacements([PartReplacement(.omission, of: child.value)])
        case .kept: break
        }
        // If an inner value is left out, the value around it is still shown.
        demand.present = demand.degraded
        // The fallback of an inner value does not replace the outer one.
        demand.fallback = nil
        return demand
    }

    /// Returns the support according to the annotations of a subschema and of the enum value, without members and
    /// elements.
    private mutating func own(_ node: DemandTree.Node, around: VersionSetTable.ID) -> SupportDemand {
        let (schema, value) = (node.schema, node.value)
        var result = SupportDemand(versions.versions(of: schema))
        if let availability = node.mark.availability {
            demanded.insert(result.full)
            result.reasons = reasons(for: availability, result.full, schema, value, around: around) { "" }
        }
        guard let ofValue = node.word, let text = value.utf8 else { return result }
        var demand = SupportDemand(versions.versions(of: ofValue))
        demanded.insert(demand.full)
        let inside = sets.intersection(around, result.full)
        demand.reasons = reasons(for: ofValue.availability, demand.full, schema, value, around: inside) {
            "/x-enum" + JSONPointer(tokens: [String(decoding: text, as: UTF8.self)]).description
        }
        // A replacement that was itself added in a later version helps only the versions that support it.
        let replacements = versions.replacements(for: ofValue, in: node.mark)
        for replacement in replacements {
            demanded.insert(replacement.versions)
            demand.degraded = sets.union(demand.degraded, replacement.versions)
        }
        demand.addReplacements(partReplacements(from: value, to: replacements))
        if !demand.reasons.isEmpty { result.reasons += demand.reasons }
        result.full = sets.intersection(result.full, demand.full)
        result.here = sets.intersection(result.here, demand.full)
        result.degraded = sets.intersection(result.degraded, demand.degraded)
        result.present = result.degraded
        return result
    }

    private func partReplacements(from value: JSONValue, to replacements: [PlatformVersions.Replacement])
        -> [PartReplacement]
    {
        if replacements.isEmpty { return [] }
        // The pointer is computed once, because this is the slowest step.
        let pointer = value.pointer
        return replacements.map { PartReplacement(.word($0.word), of: pointer, for: sets[$0.versions]) }
    }

    private func reasons(
        for availability: PlatformAvailability, _ available: VersionSetTable.ID, _ schema: SchemaNode,
        _ value: JSONValue, around: VersionSetTable.ID, path: () -> String
    ) -> [Reason] {
        if sets.areEqual(sets.intersection(around, available), around) { return [] }
        return versions.demands(of: availability).map { demand in
            Reason(
                version: demand.version, pointer: value.pointer, range: document.range(of: value),
                message: ReasonWording(platform: platform).sentence(demand, schema: schema.source, value: value),
                keyword: demand.keyword.rawValue,
                schemaPointer: schema.location + path() + "/" + demand.keyword.rawValue)
        }
    }

    /// Returns the union of the demands of several alternatives.
    private func union(of choices: [SupportDemand]) -> SupportDemand {
        var result = choices[0]
        for choice in choices.dropFirst() {
            // If the versions that support this alternative include all that support one of the alternatives before it,
            // and more, its reasons replace theirs, because a client needs only one alternative.
            let full = sets.union(result.full, choice.full)
            if !sets.areEqual(result.full, choice.full),
                sets.areEqual(sets.union(choice.full, result.full), choice.full)
            {
                result.reasons = choice.reasons
            }
            result.full = full
            result.degraded = sets.union(result.degraded, choice.degraded)
            result.present = sets.union(result.present, choice.present)
        }
        if sets[result.full].isAll { result.reasons = [] }
        return result
    }
}

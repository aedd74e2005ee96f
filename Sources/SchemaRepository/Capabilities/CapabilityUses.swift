import JSONSchema
import JSONText

/// The entities, properties and enum values that a document uses, each with the first place found.
package struct CapabilityUses: Sendable {
    /// A place in the document where an entity, property or enum value is used.
    struct Place: Sendable {
        let pointer: JSONPointer
        let range: SourceRange
    }

    private var places: [CapabilityName: Place] = [:]
    /// For each value that matches several branches of a union, the parts that each branch uses. A build needs to
    /// decode the parts of only one of these branches.
    private var choices: [[CapabilityUses]] = []
    /// True if the work budget was used up, so that parts may be missing.
    package private(set) var isIncomplete = false

    /// Returns the parts that a build does not decode, in document order. For an entity that the build does not list,
    /// only the entity is returned, also if the document uses only definitions inside it.
    package func lacks(of client: ClientCapabilities) -> [CapabilityLack] {
        var lacks: [CapabilityLack] = []
        var inside: [CapabilityLack] = []
        for lack in missing(in: client) {
            if lack.name.kind == .entity || client.entities[lack.name.entity] != nil {
                lacks.append(lack)
            } else {
                inside.append(lack)
            }
        }
        var named = Set(lacks.filter { $0.name.kind == .entity }.map(\.name.entity))
        for lack in inside.sorted(by: { $0.rank < $1.rank }) where named.insert(lack.name.entity).inserted {
            let entity = CapabilityName(entity: lack.name.entity)
            lacks.append(CapabilityLack(name: entity, pointer: lack.pointer, range: lack.range))
        }
        return lacks.sorted { $0.rank < $1.rank }
    }

    private func missing(in client: ClientCapabilities) -> [CapabilityLack] {
        let own = places.compactMap { name, place in
            client.contains(name) ? nil : CapabilityLack(name: name, pointer: place.pointer, range: place.range)
        }
        return own
            + choices.flatMap { branches in
                branches.map { $0.missing(in: client) }.min { $0.count < $1.count } ?? []
            }
    }

    /// Finds the parts that a document uses. The fallback of an element is skipped, because clients that know the
    /// element ignore its fallback.
    init(of document: JSONDocument, by annotated: AnnotatedSchema, work: WorkBudget) {
        let walk = Walk(
            document: document, marks: annotated.capabilities, demands: annotated.demands, work: work)
        self = walk.uses(of: document.root, by: annotated.schema.root)
        isIncomplete = work.isSpent
    }

    private init() {}

    /// Visits the values of a document together with the subschemas that apply to them. `mayFallBack` tells whether the
    /// value is an element, whose member `fallback` is skipped; `depth` counts the subschemas that apply to the same
    /// value.
    private struct Walk {
        let document: JSONDocument
        let marks: CapabilityMarks
        let demands: DemandMarks
        let work: WorkBudget

        func uses(of value: JSONValue, by schema: SchemaNode) -> CapabilityUses {
            var uses = CapabilityUses()
            visit(value, by: schema, mayFallBack: false, depth: 0, into: &uses)
            return uses
        }

        private func visit(
            _ value: JSONValue, by schema: SchemaNode, mayFallBack: Bool, depth: Int, into uses: inout CapabilityUses
        ) {
            guard marks.reach.contains(schema), depth < 128, work.spend() else { return }
            note(value, schema, in: &uses)
            guard schema.constant == nil else { return }
            let mayFallBack = mayFallBack || demands[schema].isElement
            for conjunct in schema.conjuncts(for: value, within: marks.reach, work: work) {
                visit(value, by: conjunct, mayFallBack: mayFallBack, depth: depth + 1, into: &uses)
            }
            let branches = schema.alternatives(for: value, within: marks.reach, work: work)
            if branches.count == 1 {
                visit(value, by: branches[0], mayFallBack: mayFallBack, depth: depth + 1, into: &uses)
            } else if branches.count > 1 {
                uses.choices.append(
                    branches.map { branch in
                        var uses = CapabilityUses()
                        visit(value, by: branch, mayFallBack: mayFallBack, depth: depth + 1, into: &uses)
                        return uses
                    })
            }
            schema.forEachChild(of: value, within: marks.reach, work: work) { child in
                if mayFallBack, let member = child.member, member.isNamed(DemandMarks.fallback.utf8) { return }
                visit(child.value, by: child.schema, mayFallBack: false, depth: 0, into: &uses)
            }
        }

        private func note(_ value: JSONValue, _ schema: SchemaNode, in uses: inout CapabilityUses) {
            guard let mark = marks[schema.id] else { return }
            func note(_ name: CapabilityName) {
                guard uses.places[name] == nil else { return }
                uses.places[name] = Place(pointer: value.pointer, range: document.range(of: value))
            }
            if mark.isEntity { note(CapabilityName(entity: mark.entity)) }
            if mark.place.isProperty { note(CapabilityName(property: mark.place.path, of: mark.entity)) }
            if mark.hasValues, let text = value.string {
                note(CapabilityName(value: text, at: mark.place.path, of: mark.entity))
            }
        }
    }
}

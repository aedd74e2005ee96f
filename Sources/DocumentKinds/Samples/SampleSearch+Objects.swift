import JSONSchema
import JSONText

extension SampleSearch {
    /// The maximum number of optional members tried one by one.
    private static let mostSteps = 120
    /// The maximum number of values tried for one member.
    private static let mostAlternatives = 8

    /// Suggests objects with the members that the subschemas name.
    mutating func proposeObjects(_ demand: SampleDemand, at place: SamplePlace, to collection: inout SampleCollection) {
        guard let required = members(named: demand.required, demand, at: place) else { return }
        let optional = isGenerous(at: place) ? optionalMembers(demand, besides: required, at: place) : []
        if !optional.isEmpty { offer(object(required + optional, demand), to: &collection) }
        if !collection.isFull { build(required, optional, demand, at: place, to: &collection) }
        if collection.isFull { return }
        let filled = filled(required, demand, at: place)
        if filled.count > required.count { build(filled, optional, demand, at: place, to: &collection) }
        if collection.isFull || collection.count == 1 && !collection.all.isEmpty { return }
        vary(filled, demand, at: place) { search, members in
            search.offer(search.object(members, demand), to: &collection)
            if !collection.isFull, collection.count == 1 || collection.all.isEmpty {
                search.build(members, optional, demand, at: place, to: &collection)
            }
            return collection.isFull
        }
        // An alternative may need a member that nothing requires.
        for member in optional.prefix(Self.mostSteps) where !collection.isFull {
            build(filled + [member], optional, demand, at: place, to: &collection)
        }
    }

    /// Builds an object of these members, in the order in which the subschemas name them.
    private func object(_ members: [SampleMember], _ demand: SampleDemand) -> SampleValue? {
        var places: [JSONName: Int] = [:]
        for name in demand.nodes.flatMap({ $0.properties.map { JSONName($0.name) } }) where places[name] == nil {
            places[name] = places.count
        }
        let ordered = members.enumerated().sorted { one, other in
            let first = places[JSONName(one.element.name)] ?? .max
            let second = places[JSONName(other.element.name)] ?? .max
            return (first, one.offset) < (second, other.offset)
        }
        return SampleValue(members: ordered.map(\.element))
    }

    /// Suggests an object with these members, to which up to `mostSteps` optional members are added one after another;
    /// a member that makes the object invalid is left out. Suggests nothing if the object without optional members is
    /// invalid.
    private mutating func build(
        _ members: [SampleMember], _ optional: [SampleMember], _ demand: SampleDemand, at place: SamplePlace,
        to collection: inout SampleCollection
    ) {
        var best = SampleCollection(schemas: collection.schemas, count: .max, work: collection.work)
        offer(object(members, demand), to: &best)
        guard !best.all.isEmpty else { return }
        var grown = members
        for member in optional.prefix(Self.mostSteps)
        where !grown.contains(where: { $0.name.isExactly(member.name) }) {
            let names = [member.name] + demand.companions(of: member.name)
            let more = optional.filter { names.containsExactly($0.name) }
            let larger = grown + more.filter { new in !grown.contains { $0.name.isExactly(new.name) } }
            let before = best.all.count
            offer(object(larger, demand), to: &best)
            if best.all.count > before { grown = larger }
        }
        offer(object(grown, demand), to: &collection)
    }

    /// Returns values for required names; nil if there is no value for one of them.
    private mutating func members(named names: [String], _ demand: SampleDemand, at place: SamplePlace)
        -> [SampleMember]?
    {
        var found: [SampleMember] = []
        // Members with only one possible value come first, because they show soonest that the search is hopeless.
        let ordered = names.filter { isFixed($0, demand) } + names.filter { !isFixed($0, demand) }
        for name in ordered {
            guard let member = member(name, demand, at: place) else { return nil }
            found.append(member)
        }
        return names.compactMap { name in found.first { $0.name.isExactly(name) } }
    }

    private func isFixed(_ name: String, _ demand: SampleDemand) -> Bool {
        demand.schemas(ofMember: name).contains { $0.constantValue != nil || $0.constant == false }
    }

    private mutating func member(_ name: String, _ demand: SampleDemand, at place: SamplePlace) -> SampleMember? {
        let avoided = demand.avoided.filter { $0.name.isExactly(name) }.map(\.node)
        let found = values(ofMember: name, demand, at: place, count: avoided.isEmpty ? 1 : Self.mostAlternatives)
        let best = found.first { value in !avoided.contains { $0.isValid(value.root, within: work) } } ?? found.first
        return best.map { SampleMember(name: name, value: $0) }
    }

    private mutating func values(ofMember name: String, _ demand: SampleDemand, at place: SamplePlace, count: Int)
        -> [SampleValue]
    {
        let schemas = demand.schemas(ofMember: name)
        // No subschema describes the member, so any value is valid.
        guard !schemas.isEmpty else { return [SampleValue(text: word)].compactMap(\.self) }
        return values(of: schemas, at: place.inside(name, of: demand.nodes), count: count)
    }

    private mutating func optionalMembers(
        _ demand: SampleDemand, besides required: [SampleMember], at place: SamplePlace
    )
        -> [SampleMember]
    {
        var known = Set(required.map { JSONName($0.name) }).union(demand.unwanted)
        var found: [SampleMember] = []
        let names = demand.nodes.flatMap { $0.properties.map(\.name) }
        for name in names where known.insert(JSONName(name)).inserted && isGenerous(at: place) {
            let schemas = demand.schemas(ofMember: name)
            let leadsBack = schemas.contains { schema in
                let opened = place.open.union(demand.nodes)
                return opened.contains(schema) || schema.target.map(opened.contains) ?? false
            }
            if leadsBack || schemas.contains(where: { $0.constant == false }) { continue }
            if let member = member(name, demand, at: place) { found.append(member) }
        }
        guard names.isEmpty, required.isEmpty else { return found }
        let describes = demand.nodes.contains {
            $0.additionalProperties?.source.kind == .object || !$0.patternProperties.isEmpty
        }
        guard describes else { return found }
        let further = furtherNames(demand, count: 1, at: place)
        guard let name = further.first(where: { !known.contains(JSONName($0)) }) else { return found }
        return found + [member(name, demand, at: place)].compactMap(\.self)
    }

    /// Returns the members, with further ones if `minProperties` requires more, up to 256.
    private mutating func filled(_ members: [SampleMember], _ demand: SampleDemand, at place: SamplePlace)
        -> [SampleMember]
    {
        let minimum = demand.nodes.compactMap(\.propertyCounts.minimum).max() ?? 0
        guard members.count < minimum, minimum <= 256 else { return members }
        var filled = members
        let named = demand.nodes.flatMap { $0.properties.map(\.name) }
        for name in named + furtherNames(demand, count: minimum, at: place) where filled.count < minimum {
            guard !filled.contains(where: { $0.name.isExactly(name) }), let member = member(name, demand, at: place)
            else { continue }
            filled.append(member)
        }
        return filled
    }

    /// Returns names for members that `properties` does not list; the schema may still forbid some of them.
    private mutating func furtherNames(_ demand: SampleDemand, count: Int, at place: SamplePlace) -> [String] {
        let rules = demand.nodes.compactMap(\.propertyNames)
        if !rules.isEmpty {
            let named = values(of: rules, at: place.inside("", of: []), count: count + 4).compactMap(\.root.string)
            if !named.isEmpty { return named }
        }
        let described = demand.nodes.flatMap { $0.patternPropertySamples(limit: count).map(\.name) }
        // A pattern without an end anchor also matches longer names.
        let longer = described.prefix(4).flatMap { name in (1...max(1, count)).map { "\(name)\($0)" } }
        return described + longer + (1...max(1, count + 4)).map { "key\($0)" }
    }

    /// Tries the other values of each member in turn, until `isEnough` returns true.
    private mutating func vary(
        _ members: [SampleMember], _ demand: SampleDemand, at place: SamplePlace,
        until isEnough: (inout SampleSearch, [SampleMember]) -> Bool
    ) {
        for (position, member) in members.enumerated() where !isSpent {
            let others = values(ofMember: member.name, demand, at: place, count: Self.mostAlternatives)
            for value in others.dropFirst() {
                var varied = members
                varied[position].value = value
                if isEnough(&self, varied) { return }
            }
        }
    }
}

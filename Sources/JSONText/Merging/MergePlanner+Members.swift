extension MergePlanner {
    /// Plans an object: merges members by name, in my order if only my side reordered them, otherwise in theirs.
    mutating func planMembers(_ base: JSONValue, _ mine: JSONValue, _ theirs: JSONValue) -> MergePlan {
        let baseNames = Self.positions(of: base)
        let isMineFirst = Self.isReordered(mine, from: baseNames) && !Self.isReordered(theirs, from: baseNames)
        let names = Self.merged(isMineFirst ? mine : theirs, isMineFirst ? theirs : mine)
        let members = (Self.members(of: base), Self.members(of: mine), Self.members(of: theirs))
        let parts = names.compactMap { name -> MergePart? in
            let (old, mine, theirs) = (members.0[name], members.1[name], members.2[name])
            guard let member = theirs ?? mine else { return nil }
            let plan = plan(
                at: base.pointer.appending(String(decoding: name.utf8, as: UTF8.self)), base: old?.value,
                mine: mine?.value, theirs: theirs?.value)
            return plan.map { MergePart(member: member, plan: $0, origin: member.value) }
        }
        return .container(shape: theirs, parts)
    }

    private static func members(of object: JSONValue) -> [JSONName: JSONMember] {
        var members: [JSONName: JSONMember] = [:]
        for member in object.members { members[JSONName(of: member)] = member }
        return members
    }

    private static func positions(of object: JSONValue) -> [JSONName: Int] {
        var positions: [JSONName: Int] = [:]
        for (position, member) in object.members.enumerated() { positions[JSONName(of: member)] = position }
        return positions
    }

    private static func isReordered(_ object: JSONValue, from positions: [JSONName: Int]) -> Bool {
        let kept = object.members.compactMap { positions[JSONName(of: $0)] }
        return zip(kept, kept.dropFirst()).contains { $0 > $1 }
    }

    /// Returns the member names of both objects: those of `first` in their order, and each name that only `second` has
    /// after the shared name that it follows in `second`.
    private static func merged(_ first: JSONValue, _ second: JSONValue) -> [JSONName] {
        let known = Set(first.members.map { JSONName(of: $0) })
        var leading: [JSONName] = []
        var following: [JSONName: [JSONName]] = [:]
        var previous: JSONName?
        for name in second.members.lazy.map({ JSONName(of: $0) }) {
            if known.contains(name) {
                previous = name
            } else if let previous {
                following[previous, default: []].append(name)
            } else {
                leading.append(name)
            }
        }
        return leading + first.members.flatMap { [JSONName(of: $0)] + (following[JSONName(of: $0)] ?? []) }
    }
}

extension JSONValue {
    /// Returns true if the values are equal as JSON Schema defines it: numbers mathematically, strings by their bytes,
    /// members in any order.
    package func isEqual(to other: JSONValue) -> Bool {
        if storage === other.storage, index == other.index { return true }
        let kind = kind
        guard kind == other.kind else { return false }
        switch kind {
        case .null: return true
        case .boolean: return boolean == other.boolean
        case .number:
            if let left = plainInteger, let right = other.plainInteger { return left == right }
            return number == other.number
        case .string: return other.utf8.map { isString($0) } ?? false
        case .array:
            guard count == other.count else { return false }
            return zip(elements, other.elements).allSatisfy { $0.isEqual(to: $1) }
        case .object:
            guard count == other.count else { return false }
            // For few members, a search costs less than a dictionary.
            return count <= 16 ? hasSameMembersAmongFew(other) : hasSameMembers(other)
        }
    }

    /// Feeds a hasher so that equal values have equal hashes.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch kind {
        case .null: break
        case .boolean: hasher.combine(boolean)
        case .number: hasher.combine(number)
        case .string: hasher.combine(utf8)
        case .array:
            hasher.combine(count)
            for element in elements { element.hash(into: &hasher) }
        case .object:
            hasher.combine(count)
            var sum: UInt64 = 0
            for member in members {
                var memberHasher = Hasher()
                memberHasher.combine(member.nameUTF8)
                member.value.hash(into: &memberHasher)
                // A sum does not depend on the order of its terms.
                sum &+= UInt64(bitPattern: Int64(memberHasher.finalize()))
            }
            hasher.combine(sum)
        }
    }

    private func hasSameMembersAmongFew(_ other: JSONValue) -> Bool {
        members.allSatisfy { member in
            // The `next` of a name's node is the hash of the name, and the node after it is the member's value.
            let found = other.storage.nameNode(
                member.nameUTF8, hash: storage.nodes[member.index].next, object: other.index)
            return found.map { member.value.isEqual(to: JSONValue(storage: other.storage, index: $0 + 1)) } ?? false
        }
    }

    private func hasSameMembers(_ other: JSONValue) -> Bool {
        var values: [[UInt8]: JSONValue] = [:]
        values.reserveCapacity(count)
        for member in other.members { values[member.nameUTF8] = member.value }
        return members.allSatisfy { member in
            values[member.nameUTF8].map { member.value.isEqual(to: $0) } ?? false
        }
    }
}

extension JSONValue {
    /// The items of an array, in order; empty for other kinds.
    package var elements: JSONElements { JSONElements(array: self) }

    /// The members of an object, in source order; empty for other kinds.
    package var members: JSONMembers { JSONMembers(object: self) }

    /// The value of a member; nil if it is absent or this is not an object.
    package subscript(_ name: String) -> JSONValue? { member(name)?.value }

    /// An item of an array; nil if it is absent or this is not an array.
    package subscript(_ position: Int) -> JSONValue? {
        guard kind == .array, position >= 0, position < count else { return nil }
        var child = index + 1
        for _ in 0..<position { child = Int(storage.nodes[child].next) }
        return JSONValue(storage: storage, index: child)
    }

    /// Returns the member with a name; nil if it is absent or this is not an object.
    package func member(_ name: String) -> JSONMember? { member(utf8: Array(name.utf8)) }

    /// Returns the member whose name has these bytes, or nil.
    package func member(utf8 name: [UInt8]) -> JSONMember? {
        guard kind == .object else { return nil }
        let found = storage.nameNode(name, hash: NameHash.of(name), object: index)
        return found.map { JSONMember(storage: storage, index: $0) }
    }

    /// Returns the value at a pointer relative to this value, or nil (RFC 6901, section 4).
    package func value(at pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            guard let next = value.value(atToken: token) else { return nil }
            value = next
        }
        return value
    }

    /// Returns the member or item that one pointer token selects, or nil; indices have no leading zeros (RFC 6901,
    /// section 4).
    package func value(atToken token: String) -> JSONValue? {
        switch kind {
        case .object: self[token]
        case .array: Self.arrayIndex(token).flatMap { self[$0] }
        default: nil
        }
    }

    /// The pointer of this value; a member's name has the pointer of its member.
    package var pointer: JSONPointer {
        let places = storage.places
        var tokens: [String] = []
        var node = index
        while let place = places[node] {
            // The node of a member's name comes directly before that of its value; `node` itself may be a name.
            let name = place.isName ? node : node - 1
            tokens.append(
                storage.nodes[place.container].kind == .object
                    ? storage.string(of: storage.nodes[name]) : String(place.position))
            node = place.container
        }
        return JSONPointer(tokens: tokens.reversed())
    }

    private static func arrayIndex(_ token: String) -> Int? {
        let digits = token.utf8
        guard digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return nil }
        guard digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
        return Int(token)
    }
}

extension JSONStorage {
    /// Returns the node of a name in an object, or nil.
    func nameNode(_ name: [UInt8], hash: UInt32, object: Int) -> Int? {
        var child = object + 1
        for _ in 0..<nodes[object].count {
            if nodes[child].next == hash, decodes(nodes[child], to: name.span) { return child }
            child = Int(nodes[child + 1].next)
        }
        return nil
    }
}

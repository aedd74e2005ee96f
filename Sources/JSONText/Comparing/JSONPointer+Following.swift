extension JSONPointer {
    /// Returns the pointer of the same element in a newer text, or nil if the element is no longer there.
    ///
    /// Members are matched by name and array items as in `JSONDiff`, so an item keeps its element when others are added,
    /// removed or moved around it. An element that was moved to another array is not found.
    package func following(from old: JSONValue, to new: JSONValue) -> JSONPointer? {
        var (old, new) = (old, new)
        var followed = JSONPointer()
        for token in tokens {
            guard old.kind == new.kind, let next = old.value(atToken: token) else { return nil }
            var newToken = token
            if old.kind == .array {
                let matching = ArrayMatching(Array(old.elements), Array(new.elements), by: .meaning)
                guard let position = Int(token), let place = matching.newPositions[position] else { return nil }
                newToken = String(place)
            }
            guard let newNext = new.value(atToken: newToken) else { return nil }
            (old, new) = (next, newNext)
            followed = followed.appending(newToken)
        }
        return followed
    }
}

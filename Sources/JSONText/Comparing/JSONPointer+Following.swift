extension JSONPointer {
    /// Returns the pointer of the same value in a newer document, or nil if that document no longer contains the value.
    ///
    /// Members are matched by name and array items as in `JSONDiff`, so an item is still found after others were added,
    /// removed or moved around it. A value that was moved to another array is not found.
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

import JSONText

/// A cache of which members objects have, because the messages of many faults of one object look for the same names.
final class KnownMembers {
    private struct CacheKey: Hashable {
        let object: Int
        let name: JSONName
    }

    private var answers: [CacheKey: Bool] = [:]

    /// Returns true if an object has a member with that name.
    func have(_ name: String, in object: JSONValue?) -> Bool {
        guard let object else { return false }
        let cacheKey = CacheKey(object: object.range.lowerBound, name: JSONName(name))
        if let answer = answers[cacheKey] { return answer }
        let answer = object.member(cacheKey.name) != nil
        answers[cacheKey] = answer
        return answer
    }
}

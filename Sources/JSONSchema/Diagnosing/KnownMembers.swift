import JSONText

/// A cache of which members objects have, because the messages of many faults of one object look for the same names.
final class KnownMembers {
    private struct Question: Hashable {
        let object: Int
        let name: String
    }

    private var answers: [Question: Bool] = [:]

    /// Returns true if an object has a member with that name.
    func have(_ name: String, in object: JSONValue?) -> Bool {
        guard let object else { return false }
        let question = Question(object: object.range.lowerBound, name: name)
        if let answer = answers[question] { return answer }
        let answer = object.member(name) != nil
        answers[question] = answer
        return answer
    }
}

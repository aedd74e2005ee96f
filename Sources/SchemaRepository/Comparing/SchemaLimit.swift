import JSONText

/// A keyword that limits values, with the direction in which it becomes narrower.
struct SchemaLimit {
    let keyword: String
    private let direction: Direction

    private enum Direction {
        case lower
        case upper
        /// A flag, narrower if true.
        case flag
        /// A rule that cannot be compared, narrower if it is new or another one.
        case rule
    }

    /// Creates the limit of a keyword; nil for other keywords.
    init?(_ keyword: String) {
        switch keyword {
        case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains": direction = .lower
        case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains": direction = .upper
        case "uniqueItems": direction = .flag
        case "pattern", "format", "multipleOf", "contentEncoding", "contentMediaType", "dependentRequired", "not", "if":
            direction = .rule
        default: return nil
        }
        self.keyword = keyword
    }

    /// Returns true if values that the old limit allows may be refused by the new one.
    func isNarrower(_ old: JSONValue?, _ new: JSONValue?) -> Bool {
        guard let new else { return false }
        switch direction {
        case .flag: return new.boolean == true
        case .rule: return true
        case .lower, .upper:
            guard let old, let before = Double(old.rawText), let after = Double(new.rawText) else { return true }
            return direction == .lower ? after > before : after < before
        }
    }
}

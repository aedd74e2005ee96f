import JSONText

/// A keyword that limits values, with the direction in which it becomes stricter.
struct SchemaLimit {
    let keyword: String
    private let direction: Direction

    private enum Direction {
        case lower
        case upper
        /// A flag, stricter if true.
        case flag
        /// A rule that cannot be compared, taken to be stricter if it is new or changed.
        case rule
    }

    /// Creates the limit of a keyword; nil if the keyword is not a limit.
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

    /// Returns true if the new limit may forbid values that the old one allows.
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

import JSONText

/// The English messages for failures: the value found, the value expected and, if likely, a suggestion.
enum DiagnosticWording {
    /// A message, and the replacement text that it suggests.
    struct Message {
        let text: String
        var suggestion: String?
    }

    /// Returns the message for a failure at a value; `members` caches which members objects have.
    static func message(
        for kind: Failure.Kind, found value: JSONValue?, members: KnownMembers = KnownMembers()
    ) -> Message {
        switch kind {
        case .type, .enumeration, .constant, .constantsOrTypes, .format, .pattern, .costlyPattern:
            valueMessage(for: kind, value)
        case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf: numberMessage(for: kind, value)
        case .minimumLength, .maximumLength, .minimumItems, .maximumItems, .minimumProperties, .maximumProperties,
            .contains, .repeatedItem, .unknownItem:
            countMessage(for: kind, value)
        case .missing, .missingBecause, .unknownProperty, .propertyName, .forbiddenProperty, .exactlyOne:
            memberMessage(for: kind, in: value, members)
        case .forbidden, .not, .severalBranches, .noBranch, .unknownDiscriminator, .endlessReference, .tooCostly,
            .tooManyFailures:
            unionMessage(for: kind, value)
        case .unresolvedReference, .unknownDialect, .unknownVocabulary, .invalidPattern, .keywordUnknownInDraft:
            schemaMessage(for: kind)
        }
    }

    /// Returns a second sentence that names the other allowed variants, with the period that ends the first sentence
    /// before it; empty if there are none.
    static func sentence(about otherForms: [String]) -> String {
        if otherForms.isEmpty { return "" }
        return ". \(otherForms.count == 1 ? "Another allowed variant" : "Other allowed variants"): "
            + list(otherForms.map { $0.excerpt() }, last: "or")
    }

    private static func valueMessage(for kind: Failure.Kind, _ value: JSONValue?) -> Message {
        switch kind {
        case .type(let types):
            return Message(text: "Expected \(phrase(for: types)), found \(phrase(for: value))")
        case .enumeration(let allowed, let name):
            return enumerationMessage(allowed, name: name, value)
        case .constant(let constant):
            let nearest = value?.string.flatMap { found in
                constant.string.flatMap { Suggestion.likely(for: found, among: [$0]) }
            }
            return Message(text: "\(subject(value)) must be \(quoted(constant))", suggestion: nearest)
        case .constantsOrTypes(let constants, let types):
            let either = list(constants.map(quoted), last: "or")
            return Message(text: "\(subject(value)) must be \(either), or \(phrase(for: types))")
        case .format(let name):
            return Message(text: "\(subject(value)) is not \(FormatWording.phrase(for: name))")
        case .pattern(let source):
            return Message(text: "\(subject(value)) does not match the pattern \(code: source, upTo: Excerpt.long)")
        case .costlyPattern(let source):
            return Message(
                text: "Checking this text against the pattern \(code: source, upTo: Excerpt.long) takes too long")
        default: return Message(text: "")
        }
    }

    private static func enumerationMessage(_ allowed: [JSONValue], name: String?, _ value: JSONValue?) -> Message {
        let strings = allowed.compactMap(\.string)
        var text: String
        if let name {
            text = "\(subject(value)) is not \(article(for: name)) \(name.excerpt())"
        } else {
            text = "\(subject(value)) is not one of the allowed values"
        }
        if let found = value?.string, let nearest = Suggestion.likely(for: found, among: strings) {
            return Message(text: text + "; did you mean \(code: nearest, upTo: Excerpt.long)?", suggestion: nearest)
        }
        return Message(text: text + "; allowed: " + list(allowed.map(quoted)))
    }

    private static func numberMessage(for kind: Failure.Kind, _ value: JSONValue?) -> Message {
        let limit =
            switch kind {
            case .minimum(let number): "at least \(number.text.excerpt())"
            case .exclusiveMinimum(let number): "more than \(number.text.excerpt())"
            case .maximum(let number): "at most \(number.text.excerpt())"
            case .exclusiveMaximum(let number): "less than \(number.text.excerpt())"
            case .multipleOf(let number): "a multiple of \(number.text.excerpt())"
            default: ""
            }
        return Message(text: "\(subject(value)) must be \(limit)")
    }

    private static func countMessage(for kind: Failure.Kind, _ value: JSONValue?) -> Message {
        let count = value?.count ?? 0
        let text =
            switch kind {
            case .minimumLength(0...1): "The text must not be empty"
            case .minimumLength(let limit):
                "The text must have at least \(counted(limit, "character")); it has \(length(of: value))"
            case .maximumLength(let limit):
                "The text may have at most \(counted(limit, "character")); it has \(length(of: value))"
            case .minimumItems(0...1): "The list must not be empty"
            case .minimumItems(let limit): "The list must have at least \(counted(limit, "item")); it has \(count)"
            case .maximumItems(let limit): "The list may have at most \(counted(limit, "item")); it has \(count)"
            case .minimumProperties(let limit):
                "The object must have at least \(counted(limit, "property", "properties")); it has \(count)"
            case .maximumProperties(let limit):
                "The object may have at most \(counted(limit, "property", "properties")); it has \(count)"
            case .repeatedItem(let first):
                "This item repeats item \(first + 1) of the list; each item may occur only once"
            case .unknownItem(0): "No items are allowed here"
            case .unknownItem(let allowed): "The list may have at most \(counted(allowed, "item"))"
            case .contains(_, let maximum?, let found) where found > maximum:
                "At most \(counted(maximum, "item")) of this list may match `contains`; "
                    + counted(found, "matches", "match")
            case .contains(let minimum, _, let found):
                "At least \(counted(minimum, "item")) of this list must match `contains`; "
                    + counted(found, "matches", "match")
            default: ""
            }
        return Message(text: text)
    }

    private static func memberMessage(
        for kind: Failure.Kind, in object: JSONValue?, _ members: KnownMembers
    ) -> Message {
        switch kind {
        case .missing(let property, let owner):
            return Message(text: "\(code: property) is missing" + (owner.map { "; \($0.excerpt()) needs it" } ?? ""))
        case .missingBecause(let property, let because):
            return Message(text: "\(code: property) is missing; it is required because \(code: because) is present")
        case .unknownProperty(let name, let known, let owner):
            let text = "\(code: name) is not a property" + (owner.map { " of \($0.excerpt())" } ?? " known here")
            // Never suggests a property that is already present.
            let absent = known.filter { !members.have($0, in: object) }
            if let nearest = Suggestion.likely(for: name, among: absent) {
                return Message(text: text + "; did you mean \(code: nearest, upTo: Excerpt.long)?", suggestion: nearest)
            }
            let allowed = known.isEmpty ? "" : "; allowed: " + list(known.map { "\(code: $0)" })
            return Message(text: text + allowed)
        case .propertyName(let name): return Message(text: "\(code: name) cannot be the name of a property here")
        case .forbiddenProperty(let name): return Message(text: "\(code: name) is not allowed here")
        case .exactlyOne(let names, let present):
            let either = list(names.map { "\(code: $0)" }, last: "or")
            if present.isEmpty { return Message(text: "Either \(either) is needed") }
            let found =
                present.count == 2 && names.count == 2 ? "both" : list(present.map { "\(code: $0)" }, last: "and")
            return Message(text: "Only one of \(either) is allowed, found \(found)")
        default: return Message(text: "")
        }
    }

    private static func unionMessage(for kind: Failure.Kind, _ value: JSONValue?) -> Message {
        switch kind {
        case .forbidden: return Message(text: "Nothing is allowed here")
        case .not: return Message(text: "\(subject(value)) is not allowed here")
        case .severalBranches(let names, let count):
            let which = names.count == count ? ": \(list(names.map { $0.excerpt() }, last: "and"))" : ""
            let text = "\(subject(value)) matches \(count) of the allowed variants\(which); it must match exactly one"
            return Message(text: text)
        case .noBranch(let names):
            let forms = names.isEmpty ? "" : ": \(list(names.map { $0.excerpt() }, last: "or"))"
            return Message(text: "\(subject(value)) matches none of the allowed variants\(forms)")
        case .unknownDiscriminator(let property, let allowed, let owner):
            let found = value?.string?.isEmpty == true ? "(an empty text)" : subject(value)
            let text = "Unknown \(noun(for: owner ?? property).excerpt()) \(found)"
            if let found = value?.string, let nearest = Suggestion.likely(for: found, among: allowed) {
                return Message(text: text + "; did you mean \(code: nearest, upTo: Excerpt.long)?", suggestion: nearest)
            }
            return Message(text: text + "; allowed: " + list(allowed.map { "\(code: $0)" }))
        case .endlessReference:
            return Message(text: "The schema refers back to itself here, so the check would never end")
        case .tooCostly: return Message(text: "Checking this takes too long, so the check was stopped")
        default: return Message(text: "There are more faults than are shown")
        }
    }

    private static func schemaMessage(for kind: Failure.Kind) -> Message {
        switch kind {
        case .unresolvedReference(let reference):
            Message(text: "The reference \(code: reference, upTo: Excerpt.long) does not point to an existing schema")
        case .unknownDialect(let uri):
            Message(text: "\(code: uri, upTo: Excerpt.long) is not a known version of JSON Schema")
        case .unknownVocabulary(let uri):
            Message(
                text: "This `$schema` requires the vocabulary \(code: uri, upTo: Excerpt.long), which is not supported")
        case .invalidPattern(let source, let reason):
            Message(text: "\(code: source, upTo: Excerpt.long) is not a pattern: \(reason)")
        case .keywordUnknownInDraft(let keyword, let draft):
            Message(text: "\(code: keyword) means nothing in draft \(draft.rawValue); it is ignored")
        default: Message(text: "")
        }
    }
}

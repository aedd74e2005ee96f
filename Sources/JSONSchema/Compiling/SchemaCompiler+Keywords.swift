import JSONText
import Patterns

/// Compiles the keywords about single values: types, constants, numbers and strings.
extension SchemaCompiler {
    func types(_ source: KeywordReader) -> TypeSet {
        guard let type = source["type"] else { return .any }
        let names = type.kind == .array ? KeywordReader.strings(of: type) : [type.string].compactMap { $0 }
        var types: TypeSet = []
        for name in names {
            guard let one = TypeSet(name: name) else { continue }
            types.formUnion(one == .integer && source.draft == .draft4 ? .literalInteger : one)
        }
        return types
    }

    mutating func values(_ source: KeywordReader, _ resource: Int) -> ValueKeywords? {
        if source.draft == .draft4, let constant = source["const"] {
            let entry = index.resources[resource].entry
            warnings.append(
                SchemaIndex.Fault(entry: entry, value: constant, failure: .keywordUnknownInDraft("const", .draft4)))
        }
        let constant = source.keyword("const", since: .draft6)
        let allowed = source["enum"].flatMap { $0.kind == .array ? Array($0.elements) : nil }
        if constant == nil && allowed == nil { return nil }
        return ValueKeywords(constant: constant, allowed: allowed)
    }

    func numbers(_ source: KeywordReader) -> NumberKeywords? {
        var minimum = source.number("minimum")
        var maximum = source.number("maximum")
        var exclusiveMinimum: JSONNumber?
        var exclusiveMaximum: JSONNumber?
        if source.draft == .draft4 {
            if source["exclusiveMinimum"]?.boolean == true { swap(&minimum, &exclusiveMinimum) }
            if source["exclusiveMaximum"]?.boolean == true { swap(&maximum, &exclusiveMaximum) }
        } else {
            exclusiveMinimum = source.number("exclusiveMinimum")
            exclusiveMaximum = source.number("exclusiveMaximum")
        }
        let multipleOf = source.number("multipleOf")
        let all = [minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf]
        if all.allSatisfy({ $0 == nil }) { return nil }
        return NumberKeywords(
            minimum: minimum, exclusiveMinimum: exclusiveMinimum, maximum: maximum, exclusiveMaximum: exclusiveMaximum,
            multipleOf: multipleOf)
    }

    mutating func strings(_ source: KeywordReader, _ resource: Int) -> StringKeywords? {
        let validates = source.has(.validation)
        let minimum = validates ? source.count("minLength") : nil
        let maximum = validates ? source.count("maxLength") : nil
        let pattern = validates ? source["pattern"].flatMap { self.pattern(at: $0, resource) } : nil
        let hasFormat = source.has([.formatAnnotation, .formatAssertion]) || options.assertFormats
        let format = hasFormat ? source["format"]?.string : nil
        if minimum == nil && maximum == nil && pattern == nil && format == nil { return nil }
        let asserts = options.assertFormats || source.has(.formatAssertion)
        let check = asserts ? format.flatMap { Format(name: $0, in: source.draft) } : nil
        return StringKeywords(
            minimumLength: minimum, maximumLength: maximum, pattern: pattern, format: format, formatCheck: check)
    }

    /// Returns the compiled pattern of a string value; reports a fault and returns nil for an invalid pattern.
    private mutating func pattern(at value: JSONValue, _ resource: Int) -> SchemaPattern? {
        guard let text = value.string else { return nil }
        return pattern(text, at: value, resource)
    }

    /// Returns the compiled pattern of `text`; reports an invalid one as a fault at `value` and returns nil.
    mutating func pattern(_ text: String, at value: JSONValue, _ resource: Int) -> SchemaPattern? {
        let key = JSONName(text)
        if let known = patterns[key] { return known }
        // A compiled pattern is many times larger than its text: a Unicode class expands to hundreds of ranges.
        if let work, !work.spend(1_024 + 16 * text.utf8.count) || !work.take(bytes: (64 << 10) + 64 * text.utf8.count) {
            return nil
        }
        do {
            let compiled = SchemaPattern(source: text, pattern: try Pattern(text))
            patterns[key] = compiled
            return compiled
        } catch {
            report(.invalidPattern(text, reason: "\(error)"), at: value, in: resource)
            return nil
        }
    }
}

import JSONText
import Patterns

/// Explains faults of strings and numbers, and of values that `enum` or `const` does not allow.
extension Explainer {
    mutating func explain(_ values: ValueKeywords, _ id: SchemaID, _ value: JSONValue) {
        if evaluator.accepts(values, value) || evaluator.budget.isSpent { return }
        if let constant = values.constant, !constant.isEqual(to: value) {
            report(.constant(constant), "const", id, value)
        } else if let allowed = values.allowed {
            report(.enumeration(allowed: allowed, name: graph.name(of: id)), "enum", id, value)
        }
    }

    mutating func explain(_ numbers: NumberKeywords, _ id: SchemaID, _ value: JSONValue) {
        guard let number = value.number else { return }
        if let minimum = numbers.minimum, number < minimum { report(.minimum(minimum), "minimum", id, value) }
        if let maximum = numbers.maximum, number > maximum { report(.maximum(maximum), "maximum", id, value) }
        if let minimum = numbers.exclusiveMinimum, number <= minimum {
            report(.exclusiveMinimum(minimum), "exclusiveMinimum", id, value)
        }
        if let maximum = numbers.exclusiveMaximum, number >= maximum {
            report(.exclusiveMaximum(maximum), "exclusiveMaximum", id, value)
        }
        if let divisor = numbers.multipleOf, evaluator.budget.spend(number.costOfDividing(by: divisor)),
            !number.isMultiple(of: divisor)
        {
            report(.multipleOf(divisor), "multipleOf", id, value)
        }
    }

    mutating func explain(_ strings: StringKeywords, _ id: SchemaID, _ value: JSONValue) {
        guard let bytes = value.utf8, evaluator.budget.spend(1) else { return }
        let length = value.scalarCount
        if let minimum = strings.minimumLength, length < minimum {
            report(.minimumLength(minimum), "minLength", id, value)
        }
        if let maximum = strings.maximumLength, length > maximum {
            report(.maximumLength(maximum), "maxLength", id, value)
        }
        if let pattern = strings.pattern { explain(pattern, bytes, id, value) }
        if let format = strings.formatCheck, !format.accepts(bytes) {
            report(.format(strings.format ?? ""), "format", id, value)
        }
    }

    private mutating func explain(_ pattern: SchemaPattern, _ bytes: [UInt8], _ id: SchemaID, _ value: JSONValue) {
        do {
            if try !pattern.pattern.matches(bytes) { report(.pattern(pattern.source), "pattern", id, value) }
        } catch {
            report(.costlyPattern(pattern.source), "pattern", id, value)
        }
    }
}

import JSONText

/// Traces the keywords that combine schemas.
extension OutputTracer {
    mutating func traceLogic(
        _ logic: LogicKeywords, _ value: JSONValue, _ trace: inout SchemaTrace, _ evaluated: inout Evaluated
    ) {
        traceBranches("allOf", logic.allOf, value, &trace, &evaluated) { $0 == $1 }
        traceBranches("anyOf", logic.anyOf, value, &trace, &evaluated) { valid, _ in valid > 0 }
        traceBranches("oneOf", logic.oneOf, value, &trace, &evaluated) { valid, _ in valid == 1 }
        if let not = logic.not {
            var unused = Evaluated(isTracked: false)
            let applied = apply(not, value, ["not"], trace, &unused)
            let message = applied.isValid ? "This value is not allowed here" : nil
            trace.keywords.append(
                KeywordTrace(
                    keyword: "not", isValid: !applied.isValid, message: message, applied: [applied],
                    passesAnnotations: false))
        }
        guard let condition = logic.condition else { return }
        let test = apply(condition, value, ["if"], trace, &evaluated)
        trace.keywords.append(KeywordTrace(keyword: "if", isValid: true, applied: [test]))
        let keyword = test.isValid ? "then" : "else"
        if let branch = test.isValid ? logic.consequence : logic.alternative {
            let applied = apply(branch, value, [keyword], trace, &evaluated)
            trace.keywords.append(KeywordTrace(keyword: keyword, isValid: applied.isValid, applied: [applied]))
        }
    }

    private mutating func traceBranches(
        _ keyword: String, _ branches: [SchemaID], _ value: JSONValue, _ trace: inout SchemaTrace,
        _ evaluated: inout Evaluated, holds: (_ valid: Int, _ all: Int) -> Bool
    ) {
        if branches.isEmpty { return }
        var result = KeywordTrace(keyword: keyword, isValid: true)
        for (position, branch) in branches.enumerated() {
            result.applied.append(apply(branch, value, [keyword, String(position)], trace, &evaluated))
        }
        let valid = result.applied.count(where: \.isValid)
        result.isValid = holds(valid, branches.count)
        if !result.isValid && valid > 0 && keyword == "oneOf" {
            result.message = "This value matches \(valid) of the allowed variants; it must match exactly one"
        }
        trace.keywords.append(result)
    }
}

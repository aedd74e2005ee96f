import JSONText

extension [Diagnostic] {
    /// The diagnostics without those that follow from others: a member whose name is reported as misspelt is not also
    /// reported as missing, and an unknown field in a form's UI schema is not reported as having the wrong type.
    var withoutConsequences: [Diagnostic] {
        let misspelt = Set(
            compactMap { diagnostic in
                diagnostic.suggestion.map { JSONPointer(tokens: diagnostic.pointer.tokens.dropLast() + [$0]) }
            })
        let unknown = Set(filter { $0.code == "document.unknownField" }.map(\.pointer))
        return filter { diagnostic in
            switch diagnostic.code {
            case "schema.required", "schema.oneOf":
                !misspelt.contains {
                    $0.tokens.dropLast() == diagnostic.pointer.tokens[...]
                        && diagnostic.message.contains("\(code: $0.tokens.last ?? "")")
                }
            case "schema.type": !unknown.contains(diagnostic.pointer)
            default: true
            }
        }
    }

    /// Returns the diagnostics, but at most three errors with the same message among those whose codes begin with
    /// `prefix`. A name that is misspelt at its definition is unknown wherever it is used, and three errors are enough.
    func withoutRepetition(of prefix: String) -> [Diagnostic] {
        var counts: [String: Int] = [:]
        return filter { diagnostic in
            guard diagnostic.code.hasPrefix(prefix), diagnostic.severity == .error else { return true }
            // The suggestion after the semicolon depends on the place, so it is not compared.
            let sentence = diagnostic.message.split(separator: ";").first.map(String.init) ?? ""
            counts[sentence, default: 0] += 1
            return counts[sentence, default: 0] <= 3
        }
    }
}

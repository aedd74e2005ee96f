import JSONText

extension [Diagnostic] {
    /// The diagnostics without those that follow from another: a misspelt member is not missing too, and a member of a
    /// form's UI schema that is no field has no type to be wrong.
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
                        && diagnostic.message.contains("`\($0.tokens.last ?? "")`")
                }
            case "schema.type": !unknown.contains(diagnostic.pointer)
            default: true
            }
        }
    }

    /// The diagnostics without those that say once more what three have said: a name that is misspelt where it is given is
    /// unknown wherever it is used.
    func withoutRepetition(of prefix: String) -> [Diagnostic] {
        var counts: [String: Int] = [:]
        return filter { diagnostic in
            guard diagnostic.code.hasPrefix(prefix), diagnostic.severity == .error else { return true }
            // What was perhaps meant depends on the place.
            let sentence = diagnostic.message.split(separator: ";").first.map(String.init) ?? ""
            counts[sentence, default: 0] += 1
            return counts[sentence, default: 0] <= 3
        }
    }
}

package import JSONText

/// Sorts diagnostics in text order and removes duplicates. A diagnostic that says that faults were left out comes last.
package enum DiagnosticOrder {
    /// Returns the diagnostics in text order, each once.
    package static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return diagnostics.filter { seen.insert($0).inserted }.enumerated()
            .sorted { left, right in
                let (first, second) = (start(of: left.element), start(of: right.element))
                return first == second ? left.offset < right.offset : first < second
            }
            .map(\.element)
    }

    private static func start(of diagnostic: Diagnostic) -> Int {
        diagnostic.code == Diagnostic.moreCode ? .max : diagnostic.range?.start.offset ?? 0
    }
}

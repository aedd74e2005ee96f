import JSONText

/// Failures as the diagnostics of one document: worded, placed, each once, in document order.
struct DiagnosticList {
    let graph: SchemaGraph
    let document: JSONDocument

    func diagnostics(of failures: [Failure]) -> [Diagnostic] {
        var seen: Set<Key> = []
        let unique = failures.map { ($0, diagnostic(of: $0)) }.filter { _, diagnostic in
            seen.insert(Key(pointer: diagnostic.pointer, message: diagnostic.message)).inserted
        }
        let ordered = unique.enumerated().sorted { one, other in
            let (left, right) = (one.element.0.start, other.element.0.start)
            return left == right ? one.offset < other.offset : left < right
        }
        return ordered.map(\.element.1)
    }

    private struct Key: Hashable {
        let pointer: JSONPointer
        let message: String
    }

    private func diagnostic(of failure: Failure) -> Diagnostic {
        let wording = DiagnosticWording.message(for: failure.kind, found: failure.value)
        let pointer = failure.member.map { failure.value.pointer.appending($0.name) } ?? failure.value.pointer
        let range = failure.member.map { document.range(ofBytes: $0.nameRange) } ?? document.range(of: failure.value)
        return Diagnostic(
            severity: .error, code: failure.keyword.isEmpty ? "schema" : "schema.\(failure.keyword)",
            message: wording.text + DiagnosticWording.sentence(about: failure.otherForms), pointer: pointer,
            range: range, keyword: failure.keyword.isEmpty ? nil : failure.keyword,
            schemaPointer: schemaPointer(of: failure), suggestion: wording.suggestion)
    }

    /// The pointer of the keyword: alone where it is in the schema validated with, after its URI elsewhere.
    private func schemaPointer(of failure: Failure) -> String? {
        guard let schema = failure.schema else { return nil }
        let location = graph.location(of: schema) + (failure.keyword.isEmpty ? "" : "/\(failure.keyword)")
        guard graph.nodes[schema].resource == graph.nodes[0].resource, let hash = location.firstIndex(of: "#") else {
            return location
        }
        return String(location[location.index(after: hash)...])
    }
}

extension Failure {
    /// Where it starts in the text.
    fileprivate var start: Int { member?.nameRange.lowerBound ?? value.range.lowerBound }
}

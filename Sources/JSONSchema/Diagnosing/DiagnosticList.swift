import JSONText

/// Turns failures into the diagnostics of one document: worded, with positions, without duplicates, in document order.
struct DiagnosticList {
    let graph: SchemaGraph
    let document: JSONDocument

    /// The maximum size of all pointers and messages together, in bytes; needed because each pointer may contain names
    /// as long as the document.
    private static let largestList = 4 << 20
    private let members = KnownMembers()

    init(graph: SchemaGraph, document: JSONDocument) {
        (self.graph, self.document) = (graph, document)
    }

    /// Returns the diagnostics with their failures: at most `limit`, and fewer once their size exceeds `largestList`. If
    /// some are left out, the last one says so.
    func diagnostics(of failures: [Failure], limit: Int) -> [(failure: Failure, diagnostic: Diagnostic)] {
        var seen: Set<Key> = []
        var unique: [(failure: Failure, diagnostic: Diagnostic)] = []
        var size = 0
        var more: (failure: Failure, diagnostic: Diagnostic)?
        for failure in failures {
            guard unique.count + 1 < limit || failures.count <= limit, size < Self.largestList else {
                let omission = Failure(kind: .tooManyFailures, keyword: "", schema: nil, value: failure.value)
                var last = diagnostic(of: omission)
                last.code = Diagnostic.moreCode
                more = (omission, last)
                break
            }
            let diagnostic = diagnostic(of: failure)
            guard seen.insert(Key(pointer: diagnostic.pointer, message: JSONName(diagnostic.message))).inserted
            else { continue }
            size += diagnostic.message.utf8.count + diagnostic.pointer.tokens.reduce(0) { $0 + $1.utf8.count }
            unique.append((failure, diagnostic))
        }
        let ordered = unique.enumerated().sorted { one, other in
            let (left, right) = (one.element.failure.start, other.element.failure.start)
            return left == right ? one.offset < other.offset : left < right
        }
        return ordered.map(\.element) + [more].compactMap(\.self)
    }

    private struct Key: Hashable {
        let pointer: JSONPointer
        let message: JSONName
    }

    private func diagnostic(of failure: Failure) -> Diagnostic {
        let wording = DiagnosticWording.message(for: failure.kind, found: failure.value, members: members)
        let pointer = failure.member.map { failure.value.pointer.appending($0.name) } ?? failure.value.pointer
        let range = failure.member.map { document.range(ofBytes: $0.nameRange) } ?? document.range(of: failure.value)
        return Diagnostic(
            severity: .error, code: failure.keyword.isEmpty ? "schema" : "schema.\(failure.keyword)",
            message: wording.text + DiagnosticWording.sentence(about: failure.otherForms), pointer: pointer,
            range: range, keyword: failure.keyword.isEmpty ? nil : failure.keyword,
            schemaPointer: schemaPointer(of: failure), suggestion: wording.suggestion)
    }

    /// Returns the pointer of the keyword; with the URI before it if the keyword is not in the root's resource.
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
    /// The offset in the text at which the failure starts.
    fileprivate var start: Int { member?.nameRange.lowerBound ?? value.range.lowerBound }
}

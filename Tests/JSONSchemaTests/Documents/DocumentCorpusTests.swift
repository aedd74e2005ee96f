import JSONSchema
import JSONText
import TestSupport
import Testing

/// Compares the validity of real documents and the positions of their faults with the results that other validators
/// agree on.
struct DocumentCorpusTests {
    @Test(.enabled(if: Corpora.contain("documents"), "../shared/corpora/documents is missing"))
    func `real documents have the same validity and first fault as in other validators`() throws {
        let corpus = try DocumentCorpus()
        var differences: [String] = []
        var checked = 0
        for path in corpus.schemaPaths {
            let rows = corpus.rows.filter { $0.schema == path }
            do {
                let plain = try corpus.compile(path, assertFormats: false)
                let strict = try corpus.compile(path, assertFormats: true)
                for row in rows {
                    checked += 1
                    differences += Self.differences(row, plain: plain, strict: strict)
                }
            } catch let error as SchemaError {
                differences.append("\(path) (\(rows.count) documents): \(error.description.prefix(300))")
            }
        }
        #expect(checked > 2800)
        #expect(differences == [])
    }

    private static func differences(_ row: DocumentCorpus.Row, plain: Schema, strict: Schema) -> [String] {
        let name = "\(row.name) by \(row.schema)"
        var found: [String] = []
        if plain.isValid(row.document.root) != row.verdict { found.append("verdict \(name): should be \(row.verdict)") }
        if let verdict = row.verdictWithFormats, strict.isValid(row.document.root) != verdict {
            found.append("formats \(name): should be \(verdict)")
        }
        let diagnostics = plain.validate(row.document.root, in: row.document)
        if diagnostics.isEmpty != plain.isValid(row.document.root) {
            found.append("verdict without diagnostics \(name)")
        }
        guard let expected = row.firstError, let first = firstPlace(of: diagnostics, in: row.document) else {
            return found
        }
        if !first.tokens.starts(with: expected.tokens) {
            found.append("place \(name): \(first) instead of \(expected): \(diagnostics.map(\.message))")
        }
        return found
    }

    /// Returns the pointer of the first fault by the rules of the corpus: a forbidden member is a fault of its object,
    /// and faults are ordered by the start of the value at fault.
    private static func firstPlace(of diagnostics: [Diagnostic], in document: JSONDocument) -> JSONPointer? {
        let places = diagnostics.map { diagnostic in
            let value = document.root.value(at: diagnostic.pointer)
            let isName = value.map { document.range(of: $0) != diagnostic.range } ?? false
            return isName ? diagnostic.pointer.parent ?? diagnostic.pointer : diagnostic.pointer
        }
        return places.min { start(of: $0, in: document) < start(of: $1, in: document) }
    }

    private static func start(of pointer: JSONPointer, in document: JSONDocument) -> Int {
        document.root.value(at: pointer)?.range.lowerBound ?? 0
    }
}

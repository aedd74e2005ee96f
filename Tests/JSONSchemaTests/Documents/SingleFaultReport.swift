import JSONSchema
import JSONText

/// The messages for documents with a single fault.
struct SingleFaultReport {
    /// The number of changed documents that are invalid.
    private(set) var count = 0
    /// The descriptions of faults whose first message is at another position.
    private(set) var elsewhere: [String] = []
    /// The descriptions of faults with more than three messages.
    private(set) var many: [String] = []

    /// Checks every `step`th valid document of a corpus eight times, each time with another fault.
    init(of corpus: DocumentCorpus, step: Int) throws {
        for path in corpus.schemaPaths {
            let rows = corpus.rows.filter { $0.schema == path && $0.verdict && $0.document.bytes.count < 100_000 }
            guard !rows.isEmpty, let schema = try? corpus.compile(path, assertFormats: false) else { continue }
            for row in rows.indices.filter({ $0 % step == 0 }).map({ rows[$0] }) {
                for number in 0..<8 { try check(row, number, schema) }
            }
        }
    }

    private mutating func check(_ row: DocumentCorpus.Row, _ number: Int, _ schema: Schema) throws {
        guard let fault = SingleFault(of: row.document, number: number),
            let document = try? JSONDocument(parsing: fault.bytes)
        else { return }
        let diagnostics = schema.validate(document.root, in: document)
        guard let first = diagnostics.first else { return }
        count += 1
        let messages = diagnostics.map { "\($0.pointer): \($0.message)" }
        let line = "\(row.name) by \(row.schema), \(fault.description): \(messages.prefix(6))"
        if !first.pointer.tokens.starts(with: fault.place.tokens) { elsewhere.append(line) }
        if diagnostics.count > 3 { many.append(line) }
    }
}

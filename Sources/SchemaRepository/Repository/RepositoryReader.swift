import JSONSchema
import JSONText

/// Reads the files of a repository into entities and collects problems.
struct RepositoryReader {
    /// The files, sorted by path.
    let documents: [RepositoryFile]
    private(set) var entities: [Entity] = []
    private(set) var problems: [FileDiagnostic] = []

    /// The original documents of the schemas that `SimpleSchemaConverter` converted, by path.
    private var originals: [String: JSONDocument] = [:]

    /// The paths of the schemas that `SimpleSchemaConverter` converted.
    var converted: Set<String> { Set(originals.keys) }

    init(documents: [RepositoryFile]) {
        self.documents = documents.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        var parsed: [String: JSONDocument] = [:]
        for document in self.documents {
            switch document.role {
            case .schema, .example, .expectation: parsed[document.path] = parse(document)
            // A counter-example may be invalid JSON.
            case .counterExample, .previewTemplate: break
            }
        }
        convert(&parsed)
        let files = Dictionary(grouping: self.documents, by: \.entityID)
        for (id, files) in files.sorted(by: { $0.key < $1.key }) {
            let schemas = files.filter { $0.role == .schema }
            for duplicate in schemas.dropFirst() {
                problems.append(.file(duplicate.path, "`\(id)` is already defined in \(schemas[0].path)."))
            }
            guard let schema = schemas.first, let document = parsed[schema.path] else { continue }
            checkIdentifier(id, of: document, in: schema.path)
            entities.append(
                Entity(
                    id: id, path: schema.path, document: document,
                    examples: Self.examples(in: files, parsed: parsed) + Self.examples(inside: document),
                    counterExamples: Self.counterExamples(in: files, parsed: parsed),
                    previewTemplate: files.first { $0.role == .previewTemplate }
                        .map { String(decoding: $0.bytes, as: UTF8.self) }))
        }
    }

    /// Returns a diagnostic with its position in the original file.
    ///
    /// Most values of a converted schema have the same pointer in the original; a diagnostic of another value gets the
    /// position of the nearest container that the original has too.
    func located(_ found: FileDiagnostic) -> FileDiagnostic {
        guard let original = originals[found.file] else { return found }
        var place: JSONPointer? = found.diagnostic.pointer
        while let pointer = place, original.root.value(at: pointer) == nil { place = pointer.parent }
        var diagnostic = found.diagnostic
        diagnostic.range = original.range(of: place.flatMap { original.root.value(at: $0) } ?? original.root)
        return FileDiagnostic(file: found.file, diagnostic: diagnostic)
    }

    private mutating func convert(_ parsed: inout [String: JSONDocument]) {
        let schemas = documents.filter { $0.role == .schema }
        let foreign = schemas.filter { file in
            parsed[file.path].map { SimpleSchemaConverter.applies(to: $0.root) } ?? false
        }
        guard !foreign.isEmpty else { return }
        var identifiers: [String: String] = [:]
        for file in schemas {
            let root = parsed[file.path]?.root
            let names = [
                root?[.name]?.string, root?["name"]?.string,
                file.entityID.split(separator: "/").last.map(String.init),
            ]
            for name in names.compactMap(\.self) { identifiers[name] = file.entityID }
        }
        let converter = SimpleSchemaConverter(identifiers: identifiers)
        for file in foreign {
            guard let original = parsed[file.path], let converted = converter.converted(original.root) else {
                continue
            }
            let faults = SimpleSchemaFaults(converter: converter, document: original).diagnostics
            problems += faults.map { FileDiagnostic(file: file.path, diagnostic: $0) }
            originals[file.path] = original
            parsed[file.path] = converted
        }
    }

    private mutating func parse(_ file: RepositoryFile) -> JSONDocument? {
        do {
            return try JSONDocument(parsing: file.bytes)
        } catch {
            let lines = LineTable(file.bytes)
            problems += error.errors.map { FileDiagnostic(file: file.path, diagnostic: $0.diagnostic(lines: lines)) }
            return nil
        }
    }

    private mutating func checkIdentifier(_ id: String, of document: JSONDocument, in path: String) {
        guard let written = document.root["$id"], written.string != id, !Self.isAbsolute(written.string ?? "") else {
            return
        }
        let diagnostic = Diagnostic(
            severity: .error, code: "repository.identifier",
            message: "This file’s `$id` must be `\(id)`, which follows from its path, not \(written.excerpt).",
            pointer: written.pointer, range: document.range(of: written), keyword: "$id", suggestion: id)
        problems.append(FileDiagnostic(file: path, diagnostic: diagnostic))
    }

    /// Returns true if an identifier is an absolute URI, as in schemas of other systems; such schemas are identified by
    /// their path too.
    private static func isAbsolute(_ identifier: String) -> Bool {
        guard let colon = identifier.firstIndex(of: ":"), colon != identifier.startIndex else { return false }
        return identifier[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    private static func examples(in files: [RepositoryFile], parsed: [String: JSONDocument]) -> [Example] {
        files.filter { $0.role == .example }.compactMap { file in
            parsed[file.path].map { Example(name: file.name, path: file.path, value: $0.root, bytes: file.bytes) }
        }
    }

    private static func counterExamples(in files: [RepositoryFile], parsed: [String: JSONDocument]) -> [CounterExample]
    {
        files.filter { $0.role == .counterExample }.map { file in
            let expectation = files.first { $0.role == .expectation && $0.name == file.name }
            return CounterExample(
                name: file.name, path: file.path, bytes: file.bytes,
                expectation: expectation.flatMap { parsed[$0.path] }.flatMap { .init($0.root) })
        }
    }

    private static func examples(inside document: JSONDocument) -> [Example] {
        (document.root["examples"].map { Array($0.elements) } ?? []).enumerated().map { index, value in
            Example(name: String(index + 1), path: nil, value: value, bytes: Array(value.rawText.utf8))
        }
    }
}

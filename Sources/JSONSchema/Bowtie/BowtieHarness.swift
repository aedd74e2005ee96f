import JSONText

/// A harness for Bowtie, a program that compares JSON Schema validators: reads one JSON command per line and answers
/// with one JSON line.
///
/// Commands come in order: `start`, `dialect` (any number of times), `run` (any number), `stop`.
package struct BowtieHarness: Sendable {
    private let options: CompileOptions
    private var dialect: Draft = .draft2020

    /// Creates a harness; `format` is an annotation, as the drafts say, unless `assertFormats` is true.
    package init(assertFormats: Bool = false) {
        options = CompileOptions(
            assertFormats: assertFormats, dependenciesInEveryDraft: true, allowsEndlessDefinitions: true)
    }

    /// The codes of faults for which Galley refuses texts that are valid JSON.
    private static let refusals: Set<String> = [
        "json.duplicate-name", "json.lone-surrogate", "json.depth", "json.size",
    ]

    /// Returns the answer to a command, or nil for `stop`, which ends the session.
    package mutating func answer(to line: String) -> String? {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: line)
        } catch {
            let fault = error.errors.first { !Self.refusals.contains($0.code) }
            let message = fault == nil ? "The command is refused" : "The command is not JSON"
            let reason = (fault ?? error.errors.first)?.message ?? ""
            return Self.failure(sequence: nil, message: "\(message): \(reason)")
        }
        let command = document.root
        switch command["cmd"]?.string {
        case "start": return Self.introduction()
        case "dialect": return choose(command["dialect"]?.string ?? "")
        case "run": return run(command)
        case "stop": return nil
        default: return Self.failure(sequence: command["seq"], message: "The command is not known")
        }
    }

    private static func introduction() -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("version")
        writer.number(1)
        writer.name("implementation")
        writer.beginObject()
        for (name, value) in [("language", "swift"), ("name", "galley"), ("version", "1.0.0")] {
            writer.name(name)
            writer.string(value)
        }
        for name in ["homepage", "issues", "source"] {
            writer.name(name)
            writer.string("https://galley.example/\(name)")
        }
        writer.name("dialects")
        writer.beginArray()
        for draft in Draft.allCases.reversed() {
            writer.string(draft.hasVocabularies ? draft.metaschemaURI : draft.metaschemaURI + "#")
        }
        writer.endArray()
        writer.endObject()
        writer.endObject()
        return writer.text
    }

    private mutating func choose(_ uri: String) -> String {
        let draft = Draft(metaschemaURI: uri)
        if let draft { dialect = draft }
        return draft == nil ? #"{"ok":false}"# : #"{"ok":true}"#
    }

    private func run(_ command: JSONValue) -> String {
        guard let test = command["case"], let schema = test["schema"] else {
            return Self.failure(sequence: command["seq"], message: "The command has no case")
        }
        do {
            let compiled = try compile(schema, registry: test["registry"])
            var writer = JSONWriter()
            Self.beginAnswer(&writer, sequence: command["seq"])
            writer.name("results")
            writer.beginArray()
            for one in test["tests"]?.elements.map({ $0["instance"] }) ?? [] {
                writer.beginObject()
                writer.name("valid")
                writer.bool(one.map { compiled.isValid($0) } ?? false)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
            return writer.text
        } catch let error as SchemaError {
            return Self.failure(sequence: command["seq"], message: error.description)
        } catch {
            return Self.failure(sequence: command["seq"], message: "The case is not JSON")
        }
    }

    private func compile(_ schema: JSONValue, registry: JSONValue?) throws -> Schema {
        let uri = "bowtie:///case/schema.json"
        var resources = SchemaResources()
        for member in registry.map({ Array($0.members) }) ?? [] {
            resources.add(try JSONDocument(parsing: member.value.rawBytes), uri: member.name, draft: dialect)
        }
        resources.add(try JSONDocument(parsing: schema.rawBytes), uri: uri, draft: dialect)
        return try Schema.compile(uri, in: resources, options: options)
    }

    private static func beginAnswer(_ writer: inout JSONWriter, sequence: JSONValue?) {
        writer.beginObject()
        writer.name("seq")
        if let sequence { writer.raw(sequence) } else { writer.null() }
    }

    private static func failure(sequence: JSONValue?, message: String) -> String {
        var writer = JSONWriter()
        beginAnswer(&writer, sequence: sequence)
        writer.name("errored")
        writer.bool(true)
        writer.name("context")
        writer.beginObject()
        writer.name("message")
        writer.string(message)
        writer.endObject()
        writer.endObject()
        return writer.text
    }
}

import JSONSchema
import JSONText
import SchemaRepository

/// One module as a document writes it, with its contracts compiled.
struct FlowModule {
    let value: JSONValue
    let input: Contract
    let events: [Event]

    /// What a module accepts, or what an event carries.
    enum Contract {
        /// The document says that there is nothing.
        case nothing
        /// It is written elsewhere, or it is no schema: nothing can be told of it.
        case unknown
        case schema(SchemaNode)
    }

    struct Event {
        let nameValue: JSONValue
        let payload: Contract

        var name: String? { nameValue.string }
    }

    /// The tags of the elements that the module shows, in the order of the text; nil where they stand in another feature.
    let tags: [String]?

    private let faults: [Diagnostic]

    var id: String? { value["id"]?.string }

    /// Whether the module is another feature, which says itself what it sends, or of no known content.
    var isElsewhere: Bool { value["content"] == nil }

    /// Whether all events of the module are known here.
    var hasKnownEvents: Bool {
        guard let output = value["output"] else { return !isElsewhere && !value.misspells("output") }
        return output.kind == .array && output.count == events.count && events.allSatisfy { $0.name != nil }
    }

    /// A module of a flow or of a container, or a document of its own, which its schema finds these faults with.
    init(_ value: JSONValue, in document: JSONDocument, besides schemaFaults: SchemaFaults) {
        self.value = value
        let element = value["content"]?["element"]
        tags = schemaFaults.touch(element) ? nil : element.map(Self.tags)
        var faults: [Diagnostic] = []
        let isElsewhere = value["content"] == nil
        func contract(_ name: String, of holder: JSONValue) -> Contract {
            guard let schema = holder[name] else {
                return isElsewhere || holder.misspells(name) ? .unknown : .nothing
            }
            guard schema.kind == .object || schema.kind == .boolean else { return .unknown }
            switch EmbeddedSchema.compile(schema, in: document) {
            case .success(let compiled):
                faults += EmbeddedSchemaLint.diagnostics(of: schema, in: document)
                faults += EmbeddedSchemaLint.values(of: schema, compiled: compiled, in: document)
                return .schema(compiled.root)
            case .failure(let failure):
                faults += failure.diagnostics
                return .unknown
            }
        }
        input = contract("input", of: value)
        events = (value["output"].map { Array($0.elements) } ?? []).compactMap { output in
            output["event"].map { Event(nameValue: $0, payload: contract("payload", of: output)) }
        }
        self.faults = faults
    }

    /// The event of that name; the first of several.
    func event(_ name: String) -> Event? { events.first { $0.name == name } }

    /// What is wrong with the module itself: contracts that are no schemas, events that come twice.
    func diagnostics(in document: JSONDocument) -> [Diagnostic] {
        var seen: Set<String> = []
        return faults
            + events.compactMap { event in
                guard let name = event.name, !seen.insert(name).inserted else { return nil }
                let message = "The module already has an event `\(name)`"
                return .rule("duplicateEvent", message, at: event.nameValue, in: document)
            }
    }

    private static func tags(in value: JSONValue) -> [String] {
        let own = [value["tag"]?.string].compactMap(\.self)
        return own + value.members.flatMap { tags(in: $0.value) } + value.elements.flatMap(tags)
    }
}

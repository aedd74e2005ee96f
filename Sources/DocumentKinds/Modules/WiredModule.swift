import JSONSchema
import JSONText
import SchemaRepository

/// One module in a document, with its contracts compiled.
struct WiredModule {
    let value: JSONValue
    /// The value that defines the module: `value` itself, or the root of the document that `value` names.
    private let definition: JSONValue
    let input: Contract
    let events: [Event]

    /// The schema of the values that a module accepts or that an event carries.
    enum Contract {
        /// The document defines no such schema: the module accepts, or the event carries, no values.
        case undeclared
        /// The contract is in another document or cannot be read, so that nothing is known about its values.
        case unknown
        case schema(SchemaNode)
    }

    struct Event {
        let nameValue: JSONValue
        let payload: Contract

        var name: String? { nameValue.string }
    }

    /// The tags of the elements that the module shows, an element's own before those inside it; nil if the module has
    /// no element of its own, for example because it shows another feature, or if its element is invalid.
    let tags: [String]?

    private let faults: [Diagnostic]

    var id: String? { value["id"]?.string }

    /// True if the module has no `content` here: it shows another feature, which defines its own events.
    var isElsewhere: Bool { definition["content"] == nil }

    /// True if all events of the module are known: the document lists them in a readable form, or the module has
    /// content here and no list of events.
    var hasKnownEvents: Bool {
        guard let output = definition["output"] else { return !isElsewhere && !definition.misspells("output") }
        return output.kind == .array && output.count == events.count && events.allSatisfy { $0.name != nil }
    }

    /// Reads a module of a flow or tab container, or a module that is a document of its own. `schemaFaults` are the
    /// faults reported by the document's schema. If the module only names a document, `other` is that document, whose
    /// own faults are left out.
    init(
        _ value: JSONValue, in document: JSONDocument, besides schemaFaults: SchemaFaults,
        definedIn other: JSONDocument? = nil, work: WorkBudget
    ) {
        self.value = value
        let isNamed = value["content"] == nil && other != nil
        let definition = isNamed ? other?.root ?? value : value
        let document = isNamed ? other ?? document : document
        self.definition = definition
        let element = definition["content"]?["element"]
        tags = !isNamed && schemaFaults.touch(element) ? nil : element.map(Self.tags)
        var faults: [Diagnostic] = []
        let isElsewhere = definition["content"] == nil
        func contract(_ name: String, of holder: JSONValue) -> Contract {
            guard let schema = holder[name] else {
                return isElsewhere || holder.misspells(name) ? .unknown : .undeclared
            }
            guard schema.kind == .object || schema.kind == .boolean, !work.isSpent else { return .unknown }
            switch EmbeddedSchema.compile(schema, in: document, within: work) {
            case .success(let compiled):
                faults += EmbeddedSchemaLint.diagnostics(of: schema, in: document, work)
                faults += EmbeddedSchemaLint.values(of: schema, compiled: compiled, in: document, work)
                return .schema(compiled.root)
            case .failure(let failure):
                faults += failure.diagnostics
                return .unknown
            }
        }
        input = contract("input", of: definition)
        events = (definition["output"].map { Array($0.elements) } ?? []).compactMap { output in
            output["event"].map { Event(nameValue: $0, payload: contract("payload", of: output)) }
        }
        self.faults = isNamed ? [] : faults
    }

    /// Returns the event of that name, the first if there are several; nil if there is none.
    func event(_ name: String) -> Event? { events.first { $0.name?.isExactly(name) ?? false } }

    /// Returns the faults of the module itself: contracts that are not valid schemas or have likely mistakes, and
    /// events with the same name.
    func diagnostics(in document: JSONDocument) -> [Diagnostic] {
        var seen: Set<JSONName> = []
        return faults
            + events.compactMap { event in
                guard let name = event.name, !seen.insert(JSONName(name)).inserted else { return nil }
                let message = "The module already has an event \(code: name)"
                return .rule("duplicateEvent", message, at: event.nameValue, in: document)
            }
    }

    private static func tags(in value: JSONValue) -> [String] {
        let own = [value["tag"]?.string].compactMap(\.self)
        return own + value.members.flatMap { tags(in: $0.value) } + value.elements.flatMap(tags)
    }
}

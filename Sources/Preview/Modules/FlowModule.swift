import JSONText
import SchemaRepository

/// A module of a flow or a tab container, or a module that is a document of its own.
struct FlowModule {
    /// The content of a module.
    enum Content {
        case element(JSONValue, path: String)
        /// The document of another feature.
        case feature(String)
        case empty
    }

    /// An event that the module may send.
    struct Output {
        let event: String
        /// The JSON Schema of the event's payload; nil if it has none.
        let payload: JSONValue?
        /// The path of the event; if another document defines the event, the path of the module.
        let path: String
    }

    let id: String
    /// The path of the module in the document that names it.
    let path: String
    /// The path of the module's content in the document that names the module.
    let contentPath: String
    let content: Content
    /// The JSON Schema of the module's input; nil if it has none.
    let input: JSONValue?
    let outputs: [Output]
    /// The module's appearance by kind of transition.
    let appearance: JSONValue?
    /// The name of the feature whose document is the module; nil if the module is inline.
    let source: String?
    /// True if the module's inputs and events are known: the module is inline, or its feature was found.
    let isKnown: Bool

    /// Reads a module; looks up the feature that its member `module` names.
    init(_ value: JSONValue, path: String, others: OtherDocuments) {
        id = value["id"]?.string ?? ""
        self.path = path
        source = value["module"]?.string
        let definition = source.flatMap { others.document(of: $0)?.document?.root }
        if let source {
            contentPath = path + "/module"
            content = .feature(source)
        } else {
            contentPath = path + "/content"
            content = Self.content(value["content"], path: contentPath)
        }
        isKnown = source == nil || definition != nil
        // Inline members take precedence over those of the feature's module.
        input = value["input"] ?? definition?["input"]
        appearance = value["appearance"] ?? definition?["appearance"]
        let isOwn = value["output"] != nil
        let written = value["output"] ?? definition?["output"]
        outputs = (written.map { Array($0.elements) } ?? []).enumerated().compactMap { place, output in
            output["event"]?.string.map {
                Output(event: $0, payload: output["payload"], path: isOwn ? "\(path)/output/\(place)" : path)
            }
        }
    }

    private static func content(_ value: JSONValue?, path: String) -> Content {
        if let feature = value?["feature"]?.string { return .feature(feature) }
        return value?["element"].map { .element($0, path: path + "/element") } ?? .empty
    }

    /// Returns the first event with a name, or nil.
    func output(_ event: String) -> Output? { outputs.first { $0.event == event } }

    /// The name of the feature whose document is the content; nil for other content.
    var feature: String? { if case .feature(let name) = content { name } else { nil } }
}

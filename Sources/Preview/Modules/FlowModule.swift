import JSONText
import SchemaRepository

/// A module as a flow, a container of tabs or a document of its own writes it.
struct FlowModule {
    /// What a module shows.
    enum Content {
        case element(JSONValue, path: String)
        /// The document of another feature.
        case feature(String)
        case nothing
    }

    /// An event that the module may send, and where it is written.
    struct Output {
        let event: String
        /// The JSON Schema of what the event carries; nil where it carries nothing.
        let payload: JSONValue?
        let path: String
    }

    let id: String
    /// The place of the module, and of what it shows, in the document that names it.
    let path: String
    let contentPath: String
    let content: Content
    /// The JSON Schema of what the module accepts; nil where it accepts nothing.
    let input: JSONValue?
    let outputs: [Output]
    /// How the module wishes to look, by kind of transition.
    let appearance: JSONValue?
    /// The feature that holds the module, where it is not written here.
    let source: String?
    /// Whether the module's contract is known: it is written here, or found where it is held.
    let isKnown: Bool

    /// Reads a module; one that another feature holds is looked up.
    init(_ value: JSONValue, path: String, others: OtherDocuments) {
        id = value["id"]?.string ?? ""
        self.path = path
        source = value["module"]?.string
        let held = source.flatMap { others.document(of: $0)?.document?.root }
        if let source {
            contentPath = path + "/module"
            content = .feature(source)
        } else {
            contentPath = path + "/content"
            content = Self.content(value["content"], path: contentPath)
        }
        isKnown = source == nil || held != nil
        // What is written beside the name of the feature counts, and what the feature says of itself otherwise.
        input = value["input"] ?? held?["input"]
        appearance = value["appearance"] ?? held?["appearance"]
        let isOwn = value["output"] != nil
        let written = value["output"] ?? held?["output"]
        outputs = (written.map { Array($0.elements) } ?? []).enumerated().compactMap { place, output in
            output["event"]?.string.map {
                Output(event: $0, payload: output["payload"], path: isOwn ? "\(path)/output/\(place)" : path)
            }
        }
    }

    private static func content(_ value: JSONValue?, path: String) -> Content {
        if let feature = value?["feature"]?.string { return .feature(feature) }
        return value?["element"].map { .element($0, path: path + "/element") } ?? .nothing
    }

    /// The event of that name; the first of several.
    func output(_ event: String) -> Output? { outputs.first { $0.event == event } }

    /// The feature that is shown, if it is one.
    var feature: String? { if case .feature(let name) = content { name } else { nil } }
}

import JSONSchema
import JSONText
import SchemaRepository

/// What a connection hands over, shown with sample data of the event's payload.
struct FlowInput {
    /// What the event carries in the sample, as JSON text; nil where it carries nothing or no sample can be made.
    let payload: String?
    /// What the target receives of it, as JSON text.
    let input: String
    /// Whether the payload has a schema of which no sample can be made.
    let isRefused: Bool

    /// Makes a sample of the payload, its free text in a language, and maps it.
    init(_ connection: FlowConnection, output: FlowModule.Output?, language: String, work: WorkBudget) {
        let sample = output.flatMap { Self.sample($0, language: language, work) }
        isRefused = output?.payload != nil && sample == nil
        payload = sample?.json(pretty: true)
        var input = FormValue.empty
        for entry in connection.map {
            if let value = sample?.value(at: entry.source) {
                input = input.setting(value, at: entry.target.tokens[...])
            }
        }
        self.input = input.json(pretty: true)
    }

    private static func sample(_ output: FlowModule.Output, language: String, _ work: WorkBudget) -> FormValue? {
        let patience = min(.seconds(1), work.deadline - .now)
        guard let payload = output.payload, payload.kind == .object || payload.kind == .boolean,
            let document = try? JSONDocument(parsing: payload.rawBytes),
            case .success(let schema) = EmbeddedSchema.compile(document.root, in: document)
        else { return nil }
        let options = SampleOptions(maximumTries: 200, maximumDuration: patience, language: language)
        return SampleGenerator(schema: schema, options: options).sample()
            .flatMap { try? JSONDocument(parsing: $0) }.map { FormValue($0.root) }
    }
}

extension FormValue {
    /// The value with another put at a place; objects on the way there are made.
    fileprivate func setting(_ value: FormValue, at tokens: ArraySlice<String>) -> FormValue {
        guard let name = tokens.first else { return value }
        var object: FormValue = if case .object = self { self } else { .empty }
        object[name] = (object[name] ?? .empty).setting(value, at: tokens.dropFirst())
        return object
    }
}

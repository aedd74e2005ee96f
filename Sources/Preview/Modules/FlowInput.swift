import DocumentKinds
import JSONSchema
import JSONText
import SchemaRepository

/// The input that a connection passes to its target, for a sample of the event's payload.
struct FlowInput {
    /// The sample of the event's payload as JSON; nil if the event has no payload or no sample can be generated.
    let payload: String?
    /// The resulting input of the target as JSON.
    let input: String
    /// True if no sample of the payload's schema can be generated.
    let isRefused: Bool

    /// Generates a sample of the payload, with texts in a language, and maps it to the target's input.
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
        let timeLimit = min(.seconds(1), work.timeLeft)
        guard let payload = output.payload, payload.kind == .object || payload.kind == .boolean,
            let document = try? JSONDocument(parsing: payload.rawBytes),
            case .success(let schema) = EmbeddedSchema.compile(document.root, in: document, within: work)
        else { return nil }
        let options = SampleOptions(maximumTries: 200, maximumDuration: timeLimit, language: language)
        return SampleGenerator(schema: schema, options: options).sample()
            .flatMap { try? JSONDocument(parsing: $0) }.map { FormValue($0.root) }
    }
}

extension FormValue {
    /// Returns the value with another value set at a pointer's tokens. Missing objects on the way are created; values
    /// other than objects are replaced by objects.
    fileprivate func setting(_ value: FormValue, at tokens: ArraySlice<String>) -> FormValue {
        guard let name = tokens.first else { return value }
        var object: FormValue = if case .object = self { self } else { .empty }
        object[name] = (object[name] ?? .empty).setting(value, at: tokens.dropFirst())
        return object
    }
}

import JSONSchema
import JSONText

/// The JSON Schema of one step: what its parts say, followed through references, and what it accepts.
final class FormSchema {
    /// The schema, in the form's own document.
    let root: JSONValue
    private let prefix: JSONPointer
    private let own: JSONDocument?
    private let resources: SchemaResources
    private var compiled: [String: Schema?] = [:]

    init(_ schema: JSONValue) {
        root = schema
        prefix = schema.pointer
        own = try? JSONDocument(parsing: schema.rawBytes)
        var resources = SchemaResources()
        if let own { resources.add(own, uri: Self.uri) }
        self.resources = resources
    }

    private static let uri = "galley:form"

    /// The schema that `#/$defs/address` leads to.
    func resolve(_ reference: String) -> JSONValue? {
        guard reference.hasPrefix("#") else { return nil }
        let fragment = String(reference.dropFirst())
        return JSONPointer(fragment.removingPercentEncodingOrSame).flatMap { root.value(at: $0) }
    }

    /// Whether a value is valid against a part of the schema; false when that part cannot be used.
    func accepts(_ value: FormValue, by part: JSONValue) -> Bool {
        guard let schema = compile(part), let document = value.document else { return false }
        return schema.isValid(document.root)
    }

    /// What is wrong with the step's data.
    func errors(in value: FormValue) -> [Diagnostic] {
        guard let schema = compile(root), let document = value.document else { return [] }
        return schema.validate(document.root, in: document)
    }

    private func compile(_ part: JSONValue) -> Schema? {
        let fragment = JSONPointer(tokens: Array(part.pointer.tokens.dropFirst(prefix.tokens.count))).description
        if let known = compiled[fragment] { return known }
        var options = CompileOptions()
        options.dependenciesInEveryDraft = true
        options.assertFormats = true
        // Whether the schema is one was told when the document was checked; what can be used of it is used here.
        options.checksMetaschema = false
        let uri = fragment.isEmpty ? Self.uri : Self.uri + "#" + Self.escaped(fragment)
        let schema = try? Schema.compile(uri, in: resources, options: options)
        compiled[fragment] = .some(schema)
        return schema
    }

    /// A pointer as a URI's fragment.
    private static func escaped(_ pointer: String) -> String {
        var text = ""
        for byte in pointer.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "."), UInt8(ascii: "$"):
                text.append(Character(UnicodeScalar(byte)))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }
}

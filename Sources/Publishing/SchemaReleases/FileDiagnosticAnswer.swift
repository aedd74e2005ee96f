import JSONText
package import SchemaRepository

/// A diagnostic with the name of its file, as the API returns it.
package struct FileDiagnosticAnswer: Encodable, Sendable {
    private let file: String
    private let diagnostic: Diagnostic

    package init(_ found: FileDiagnostic) {
        file = found.file
        diagnostic = found.diagnostic
    }

    /// Encodes the diagnostic's members together with the file's name.
    package func encode(to encoder: any Encoder) throws {
        try diagnostic.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
    }

    private enum CodingKeys: String, CodingKey { case file }
}

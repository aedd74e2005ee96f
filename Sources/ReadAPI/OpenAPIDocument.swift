/// The OpenAPI 3.1 description of the read API, which the API serves itself.
enum OpenAPIDocument {
    /// Returns the document; it names the known platforms.
    static func text(platforms: Set<String>) -> String {
        guard !platforms.isEmpty else { return template }
        let names = platforms.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        return template.replacing(anyPlatform, with: #""Platform": {"enum": [\#(names)]}"#)
    }

    private static let anyPlatform = #""Platform": {"type": "string"}"#
    /// The file `openapi.json`, which is compiled into the program.
    private static let template = String(decoding: PackageResources.openapi_json.dropLast(), as: UTF8.self)
}

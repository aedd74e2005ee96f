/// One file of a schema repository: a schema, an example, a counter-example, its expectation, or a preview template.
package struct RepositoryFile: Sendable, Hashable {
    /// The path inside the repository's directory, with `/` between folders.
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// The file's role, by its extension and folder.
    var role: Role {
        let folders = path.split(separator: "/").dropLast()
        if path.hasSuffix(".mustache") { return .previewTemplate }
        switch folders.last {
        case "examples": return .example
        case "counter-examples": return path.hasSuffix(Self.expectation) ? .expectation : .counterExample
        default: return .schema
        }
    }

    /// The roles of files. An expectation states the diagnostic that a counter-example must give.
    enum Role { case schema, example, counterExample, expectation, previewTemplate }

    private static let expectation = ".expected.json"

    /// The identifier of the entity that the file defines or belongs to.
    ///
    /// It is the path without extension, or the folder of a `schema.json`: `/components/ButtonView` for
    /// `components/ButtonView/schema.json`, its `preview.mustache`, its `examples/plain.json` and its
    /// `counter-examples/no-title.json`; `/enums/Color` for `enums/Color.json`.
    var entityID: String {
        var parts = path.split(separator: "/").map(String.init)
        switch role {
        case .example, .counterExample, .expectation: parts.removeLast(2)
        case .previewTemplate: parts.removeLast()
        case .schema:
            let name = Self.withoutExtension(parts.removeLast())
            if name != "schema" || parts.isEmpty { parts.append(name) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The file's name without folder and extension; an expectation has the name of its counter-example.
    var name: String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return role == .expectation ? String(file.dropLast(Self.expectation.count)) : Self.withoutExtension(file)
    }

    private static func withoutExtension(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}

/// One file of a schema repository: a JSON Schema, an example, or a preview template.
package struct SchemaDocument: Sendable, Hashable {
    /// Where the file stands below the repository's directory, with `/` between folders.
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// What the file is to its entity.
    var role: Role {
        let folders = path.split(separator: "/").dropLast()
        if path.hasSuffix(".mustache") { return .previewTemplate }
        return folders.last == "examples" ? .example : .schema
    }

    enum Role { case schema, example, previewTemplate }

    /// The identifier of the entity that the file defines or belongs to.
    ///
    /// It is the path without extension, a folder's `schema.json` being the folder: `/components/ButtonView` for
    /// `components/ButtonView/schema.json`, its `preview.mustache` and its `examples/plain.json`; `/enums/Color` for
    /// `enums/Color.json`.
    var entityID: String {
        var parts = path.split(separator: "/").map(String.init)
        switch role {
        case .example: parts.removeLast(2)
        case .previewTemplate: parts.removeLast()
        case .schema:
            let name = Self.withoutExtension(parts.removeLast())
            if name != "schema" || parts.isEmpty { parts.append(name) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The file's own name without folder and extension.
    var name: String { Self.withoutExtension(path.split(separator: "/").last.map(String.init) ?? path) }

    private static func withoutExtension(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}

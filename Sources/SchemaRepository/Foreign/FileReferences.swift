import JSONText

/// References by file names, as repositories without identifiers write them: `common.json#/color`,
/// `../Text/schema.json`.
enum FileReferences {
    /// Whether a schema has any, wherever it may be.
    static func areIn(_ schema: JSONValue) -> Bool {
        var pending = [schema]
        while let value = pending.popLast() {
            for member in value.members {
                if member.name == "$ref", let reference = member.value.string, isByFile(reference) { return true }
                pending.append(member.value)
            }
            pending += value.elements
        }
        return false
    }

    /// The URI that other files of the repository reach a file by.
    static func uri(ofFile path: String) -> String { "/" + path }

    private static func isByFile(_ reference: String) -> Bool {
        let path = reference.prefix { $0 != "#" }
        return path.hasSuffix(".json") && !path.contains("://")
    }
}

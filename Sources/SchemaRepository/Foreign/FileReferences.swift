import JSONText

/// References by file name, such as `common.json#/color` and `../Text/schema.json`, in repositories that do not use
/// identifiers.
enum FileReferences {
    /// Returns true if a schema contains a reference by file name anywhere.
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

    /// Returns the URI under which a file is compiled, so that references by file name resolve to it.
    static func uri(ofFile path: String) -> String { "/" + path }

    private static func isByFile(_ reference: String) -> Bool {
        let path = reference.prefix { $0 != "#" }
        return path.hasSuffix(".json") && !path.contains("://")
    }
}

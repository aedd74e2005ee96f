import JSONText

/// Reads the items of an option list from JSON.
enum JSONOptions {
    private static let known: Set<String> = ["key", "title", "parent"]

    /// Parses an array of items; collects up to `OptionFile.maximumDiagnostics` faults.
    static func read(_ bytes: [UInt8]) -> OptionFile {
        var check = OptionItemCheck(bytes)
        do {
            let document = try JSONDocument(parsing: bytes, limits: JSONLimits(maximumBytes: JSONLimits.largestText))
            read(document.root, into: &check)
        } catch let errors {
            for error in errors.errors { check.report(error) }
            check.isIncomplete = true
        }
        return check.finish()
    }

    private static func read(_ root: JSONValue, into check: inout OptionItemCheck) {
        guard root.kind == .array else {
            check.report(
                "document.not-a-list",
                "The items of an option list must be an array: [{\"key\": …, \"title\": …}, …].",
                at: JSONPointer(), root.range)
            return
        }
        for (index, item) in root.elements.enumerated() {
            guard !check.isFull else { return }
            let pointer = JSONPointer().appending(index)
            guard item.kind == .object else {
                check.report(
                    "document.not-an-item", "An item must be an object with `key` and `title`, not \(item.kind.words).",
                    at: pointer, item.range)
                continue
            }
            check.add(
                item: index, key: text("key", of: item, at: pointer, into: &check),
                title: text("title", of: item, at: pointer, into: &check),
                parent: parent(of: item, at: pointer, into: &check), members: members(of: item), item.range)
        }
    }

    private static func text(
        _ name: String, of item: JSONValue, at pointer: JSONPointer, into check: inout OptionItemCheck
    ) -> OptionItemCheck.Field? {
        guard let value = item[name] else {
            let near = Suggestion.nearest(to: name, among: item.members.map(\.name)).map {
                "; if \(code: $0) is this member, rename it."
            }
            check.report(
                "document.missing-\(name)", "The item has no \(code: name)\(near ?? ".")", at: pointer, item.range)
            return nil
        }
        guard let text = value.string else {
            check.report(
                "document.not-a-text", "\(code: name) must be a string, not \(value.kind.words).",
                at: pointer.appending(name), value.range)
            return nil
        }
        guard !text.allSatisfy(\.isWhitespace) else {
            check.report(
                "document.missing-\(name)", "The item's \(code: name) is blank.", at: pointer.appending(name),
                value.range)
            return nil
        }
        return OptionItemCheck.Field(text: text, range: value.range)
    }

    private static func parent(
        of item: JSONValue, at pointer: JSONPointer, into check: inout OptionItemCheck
    ) -> OptionItemCheck.Field? {
        guard let value = item["parent"], !value.isNull else { return nil }
        return text("parent", of: item, at: pointer, into: &check)
    }

    private static func members(of item: JSONValue) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        for member in item.members where !known.contains(member.name) {
            writer.name(member.name)
            writer.raw(member.value)
        }
        writer.endObject()
        return writer.text
    }
}

extension JSONValue.Kind {
    /// The kind with its article, for messages.
    var words: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

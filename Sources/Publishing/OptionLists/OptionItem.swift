import JSONText

/// An item of an option list.
package struct OptionItem: Sendable, Hashable {
    /// The maximum length of a key in bytes.
    package static let maximumKeyBytes = 500
    /// The maximum length of a title in Unicode scalars.
    package static let maximumTitleLength = 1_000
    /// The maximum size of the other members, in bytes of minified JSON.
    package static let maximumMembersBytes = 64 << 10

    /// The value that documents and forms store; unique in its list.
    package let key: String
    /// The text that people read.
    package let title: String
    /// The key of the parent item in the same list, such as a district's city.
    package let parent: String?
    /// The other members as a minified JSON object, with numbers and strings as written.
    package let members: String

    package init(key: String, title: String, parent: String? = nil, members: String = "{}") {
        self.key = key
        self.title = title
        self.parent = parent
        self.members = members
    }

    /// The whole item as a minified JSON object: `key`, `title`, `parent` if any, then the other members.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("key")
        writer.string(key)
        writer.name("title")
        writer.string(title)
        if let parent {
            writer.name("parent")
            writer.string(parent)
        }
        writer.endObject()
        guard members.utf8.count > 2 else { return writer.bytes }
        return writer.bytes.dropLast() + [UInt8(ascii: ",")] + members.utf8.dropFirst()
    }
}

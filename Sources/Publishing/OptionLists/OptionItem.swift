import JSONText

/// One thing that can be chosen from an option list.
package struct OptionItem: Sendable, Hashable {
    /// The longest key in bytes.
    package static let maximumKeyBytes = 500
    /// The longest title in Unicode scalars.
    package static let maximumTitleLength = 1_000
    /// The most that further members may take, in bytes of minified JSON.
    package static let maximumMembersBytes = 64 << 10

    /// What a document or a form stores; once in its list.
    package let key: String
    /// What a person reads.
    package let title: String
    /// The key of the item of the same list that it belongs to, such as the city of a district.
    package let parent: String?
    /// The other members as a minified JSON object, numbers and strings as they were written.
    package let members: String

    package init(key: String, title: String, parent: String? = nil, members: String = "{}") {
        self.key = key
        self.title = title
        self.parent = parent
        self.members = members
    }

    /// The whole item as a minified JSON object: `key`, `title`, `parent` if it has one, then the other members.
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

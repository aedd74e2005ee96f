package import Foundation
import JSONText

/// The option lists as JSON.
package struct OptionListListAnswer: Sendable, Encodable {
    package let lists: [OptionListAnswer]

    package init(_ lists: [OptionList]) { self.lists = lists.map { OptionListAnswer($0) } }
}

/// An option list as JSON.
package struct OptionListAnswer: Sendable, Encodable {
    package let list: String
    package let items: Int
    package let author: String
    package let importedAt: Date

    package init(_ list: OptionList) {
        self.list = list.name
        items = list.itemCount
        author = list.author.name
        importedAt = list.importedAt
    }
}

/// The result of the import of an option list as JSON.
package struct OptionImportAnswer: Sendable, Encodable {
    package let list: String
    package let items: Int
    /// The number of items before the import; nil for a new list.
    package let replaced: Int?

    package init(_ list: OptionList, replaced: Int?) {
        self.list = list.name
        items = list.itemCount
        self.replaced = replaced
    }
}

extension OptionPage {
    /// Returns the page as a JSON object, with its members in a fixed order and its items as they were imported.
    package func json(of list: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("is_load_ended")
        writer.bool(isLoadEnded)
        writer.name("items")
        writer.beginArray()
        for item in items { writer.raw(item.json) }
        writer.endArray()
        writer.name("list")
        writer.string(list)
        if let nextKey {
            writer.name("next_key")
            writer.string(nextKey)
        }
        if let total {
            writer.name("total")
            writer.number(total)
        }
        writer.endObject()
        return writer.bytes
    }
}

import JSONText
import Publishing

/// The JSON of a page of an option list.
struct OptionsAnswer {
    let page: OptionPage
    /// The pointer to the title of an item's section; nil for items without sections.
    let groupBy: JSONPointer?

    /// The answer: `items`, or with `groupBy` the same items in `sections`; `total` or `next_key`; `is_load_ended`.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        if let groupBy {
            write(sections(by: groupBy), to: &writer)
        } else {
            Self.write(page.items, to: &writer)
        }
        if let total = page.total {
            writer.name("total")
            writer.number(total)
        } else {
            writer.name("next_key")
            if let key = page.nextKey { writer.string(key) } else { writer.null() }
        }
        writer.name("is_load_ended")
        writer.bool(page.isLoadEnded)
        writer.endObject()
        return writer.bytes
    }

    private typealias Section = (key: String?, elements: [OptionItem])

    /// Returns the sections in the order of their first items, as the preview of an option sheet shows them.
    private func sections(by pointer: JSONPointer) -> [Section] {
        page.items.grouped { (try? JSONDocument(parsing: $0.json))?.root.value(at: pointer)?.label }
    }

    private func write(_ sections: [Section], to writer: inout JSONWriter) {
        writer.name("sections")
        writer.beginArray()
        for section in sections {
            writer.beginObject()
            writer.name("title")
            if let title = section.key { writer.string(title) } else { writer.null() }
            Self.write(section.elements, to: &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func write(_ items: [OptionItem], to writer: inout JSONWriter) {
        writer.name("items")
        writer.beginArray()
        for item in items { writer.raw(item.json) }
        writer.endArray()
    }
}

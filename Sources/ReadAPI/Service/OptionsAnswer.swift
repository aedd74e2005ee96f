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

    private typealias Section = (title: String?, items: [OptionItem])

    /// Returns the sections in the order of their first items, as the preview of an option sheet shows them.
    private func sections(by pointer: JSONPointer) -> [Section] {
        var sections: [Section] = []
        var places: [String?: Int] = [:]
        for item in page.items {
            let title = (try? JSONDocument(parsing: item.json))?.root.value(at: pointer).flatMap(Self.text)
            let place = places[title] ?? sections.count
            if place == sections.count {
                places[title] = place
                sections.append((title, []))
            }
            sections[place].items.append(item)
        }
        return sections
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value.kind {
        case .string: value.string.flatMap { $0.isEmpty ? nil : $0 }
        case .number, .boolean: value.rawText
        case .null, .array, .object: nil
        }
    }

    private func write(_ sections: [Section], to writer: inout JSONWriter) {
        writer.name("sections")
        writer.beginArray()
        for section in sections {
            writer.beginObject()
            writer.name("title")
            if let title = section.title { writer.string(title) } else { writer.null() }
            Self.write(section.items, to: &writer)
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

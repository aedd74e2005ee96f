import JSONText

/// Converts a list's items to options by the JSON Pointers in a `parser`.
struct ItemParser {
    private let parser: JSONValue?

    /// Reads a `parser`; if it has neither `title` nor `element`, options have the item's `title`.
    init(_ parser: JSONValue?) { self.parser = parser }

    /// True if the parser has a pointer to icons.
    var hasIcons: Bool { parser?["icon"] != nil }

    /// Returns sections in the order of their first item; items of later pages join the section with their title.
    func sections(_ items: [JSONValue]) -> [SheetSection] {
        items.enumerated().grouped { found("groupBy", in: $0.element)?.label }.map { title, items in
            SheetSection(
                title: title, pointer: "/dataProvider",
                options: items.map { option($0.element, number: $0.offset) })
        }
    }

    /// Returns options that represent items of an unavailable list.
    func placeholders(_ count: Int) -> [SheetOption] {
        (0..<count).map { number in
            var option = SheetOption(
                id: "", pointer: "/dataProvider", path: ElementDrawing.outside, group: 0)
            option.accessory = SheetOption.Accessory(parser?["accessory"])
            return option
        }
    }

    private func option(_ item: JSONValue, number: Int) -> SheetOption {
        let key = item["key"]?.label
        var option = SheetOption(
            id: "key:" + (key ?? String(number)), pointer: "/dataProvider", path: ElementDrawing.outside, group: 0)
        option.value = found("value", in: item)?.label ?? key
        option.action = found("action", in: item)
        if parser?["element"] != nil, parser?["title"] == nil {
            option.element = found("element", in: item)
            option.title = item["title"]?.label ?? key ?? ""
            if option.element == nil { option.lacks = .element }
        } else {
            let title = parser?["title"] == nil ? item["title"] : found("title", in: item)
            option.title = title?.label ?? ""
            option.icon = found("icon", in: item)
            if option.title.isEmpty { option.lacks = .title }
        }
        if option.lacks != nil { option.title = key ?? "" }
        if option.element == nil { option.accessory = accessory(of: item) }
        option.switchAction = accessoryValue(of: item)?["action"]
        return option
    }

    /// Returns the accessory that the parser defines or finds in the item. If the parser also finds whether the item is
    /// selected, the accessory is in that state.
    private func accessory(of item: JSONValue) -> SheetOption.Accessory? {
        let selected = found("selected", in: item).map(Self.boolean)
        let value = accessoryValue(of: item)
        switch SheetOption.Accessory(value) {
        case .toggle(let isOn): return .toggle(isOn: selected ?? isOn)
        case .checkmark(let isSelected): return .checkmark(isSelected: selected ?? isSelected)
        case .tag(let text): return text.isEmpty ? nil : .tag(text)
        case nil:
            // Items that were imported from a table have only texts, so a text stands for a tag.
            if let text = value?.string, !text.isEmpty { return .tag(text) }
            return parser?["accessory"] == nil ? selected.map { .checkmark(isSelected: $0) } : nil
        }
    }

    private func accessoryValue(of item: JSONValue) -> JSONValue? {
        parser?["accessory"]?.kind == .object ? parser?["accessory"] : found("accessory", in: item)
    }

    /// Returns the value that a named pointer finds in an item; nil for missing and null values.
    private func found(_ name: String, in item: JSONValue) -> JSONValue? {
        guard let pointer = parser?[name]?.string.flatMap({ JSONPointer($0) }), let value = item.value(at: pointer),
            !value.isNull
        else { return nil }
        return value
    }

    private static func boolean(_ value: JSONValue) -> Bool { value.boolean ?? (value.string == "true") }
}

import JSONText

/// One option of a sheet, from the document or from a list.
struct SheetOption {
    /// The control at the end of a cell.
    enum Accessory: Hashable {
        case toggle(isOn: Bool)
        case checkmark(isSelected: Bool)
        case tag(String)
    }

    /// The styles of cells (`cellStyle`) that the preview can draw; a cell of another style is drawn by its members.
    enum CellStyle: String {
        /// A title with an icon and an accessory.
        case classic
        /// Any element.
        case custom
    }

    /// The id within the sheet: the option's pointer, or `key:` and the key of the list's item or, without a key, its
    /// index; empty for a placeholder.
    let id: String
    /// The pointer of the option or, for an item of a list, of the data provider.
    let pointer: String
    /// The path under which the option's parts are drawn; a path outside the document for an item of a list.
    let path: String
    /// The number of the option's group; one option of a group can be chosen, unless several are chosen initially.
    let group: Int
    var title = ""
    /// The value of a list's item.
    var value: String?
    /// The icon's object or name.
    var icon: JSONValue?
    /// The element drawn instead of title, icon and accessory.
    var element: JSONValue?
    /// The element's markup if a search has drawn it; stored, because only the first drawing shows the errors.
    var drawnElement: Markup?
    var accessory: Accessory?
    var action: JSONValue?
    var switchAction: JSONValue?
    /// The part that the parser did not find; the cell shows the key of the item instead.
    var lacks: Lack?
    /// True if the option is not a JSON object; its title is then its JSON text, cut to 120 characters.
    var isUnreadable = false

    /// The part that a parser did not find.
    enum Lack {
        case title, element
    }

    /// The pointer of the title in the document; nil if the option has an element or comes from a list.
    var titlePointer: String? { path == pointer && element == nil ? pointer + "/title" : nil }

    /// The path under which the element is drawn.
    var elementPath: String { path + "/element" }
}

extension SheetOption.Accessory {
    /// Reads an accessory; nil for an unknown kind.
    init?(_ value: JSONValue?) {
        switch value?["kind"]?.string {
        case "switch": self = .toggle(isOn: value?["isOn"]?.boolean ?? false)
        case "checkmark": self = .checkmark(isSelected: value?["isSelected"]?.boolean ?? false)
        case "tag": self = .tag(value?["text"]?.string ?? "")
        default: return nil
        }
    }
}

/// Options with a common heading, or without one.
struct SheetSection {
    let title: String?
    let pointer: String
    var options: [SheetOption]
}

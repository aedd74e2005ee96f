import JSONText

/// One option of a sheet, whether it stands in the document or came from a list.
struct SheetOption {
    /// What stands at a cell's end.
    enum Accessory: Hashable {
        case toggle(isOn: Bool)
        case checkmark(isSelected: Bool)
        case tag(String)
    }

    /// Tells it from the others of its sheet: its pointer, or its key in the list.
    let id: String
    /// What in the document it comes from.
    let pointer: String
    /// Where its parts are said to stand while they are drawn; for an item of a list, nowhere in the document.
    let path: String
    /// Options among which one is chosen.
    let group: Int
    var title = ""
    /// What the option stands for, of a list's item.
    var value: String?
    /// An icon's object or name.
    var icon: JSONValue?
    /// What is drawn instead of title, icon and accessory.
    var element: JSONValue?
    /// The element where it has been drawn already: what is wrong with it is said only once.
    var drawnElement: Markup?
    var accessory: Accessory?
    var action: JSONValue?
    var switchAction: JSONValue?
    /// Whether nothing was found to show, so that the key is shown.
    var lacks: Lack?
    /// Whether its value is no object at all, so that it cannot be drawn as an option.
    var isUnreadable = false

    /// What a parser finds nothing for.
    enum Lack {
        case title, element
    }

    /// Where the title stands in the document.
    var titlePointer: String? { path == pointer && element == nil ? pointer + "/title" : nil }

    /// Where the element stands while it is drawn.
    var elementPath: String { path + "/element" }
}

extension SheetOption.Accessory {
    /// Reads an accessory; nil for a kind that is not known.
    init?(_ value: JSONValue?) {
        switch value?["kind"]?.string {
        case "switch": self = .toggle(isOn: value?["isOn"]?.boolean ?? false)
        case "checkmark": self = .checkmark(isSelected: value?["isSelected"]?.boolean ?? false)
        case "tag": self = .tag(value?["text"]?.string ?? "")
        default: return nil
        }
    }
}

/// Options under one heading, or under none.
struct SheetSection {
    let title: String?
    let pointer: String
    var options: [SheetOption]
}

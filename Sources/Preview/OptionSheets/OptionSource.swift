import JSONText

/// The source of a sheet's options: the document itself, or a list with a parser for its items.
struct OptionSource {
    enum Kind {
        case options([SheetSection])
        case list(OptionLoader, ItemParser)
        case none
    }

    /// The maximum number of options drawn from a document.
    static let maximumOptions = 1_000

    let kind: Kind

    /// Reads a `dataProvider` by its kind or, if that is missing or unknown, by its members.
    init(_ provider: JSONValue?) {
        let kinds = ["static", "dynamic"]
        let written = provider?["kind"]?.string.flatMap { kinds.contains($0) ? $0 : nil }
        switch written ?? (provider?["loader"] == nil ? "static" : "dynamic") {
        case "static":
            var room = Self.maximumOptions
            kind = .options(Self.sections(provider?["content"], room: &room))
        case "dynamic":
            kind = OptionLoader(provider?["loader"]).map { .list($0, ItemParser(provider?["parser"])) } ?? .none
        default:
            kind = .none
        }
    }

    /// The loader, if the options come from a list.
    var loader: OptionLoader? { if case .list(let loader, _) = kind { loader } else { nil } }

    /// True if options have icons; for a list, if its parser has a pointer to icons.
    var hasIcons: Bool {
        switch kind {
        case .options(let sections): sections.contains { $0.options.contains { $0.icon != nil } }
        case .list(_, let parser): parser.hasIcons
        case .none: false
        }
    }

    private static func sections(_ content: JSONValue?, room: inout Int) -> [SheetSection] {
        let path = "/dataProvider/content"
        var sections: [SheetSection] = []
        if let options = content?["options"] {
            let all = Self.options(options, path: path + "/options", group: 0, room: &room)
            sections.append(SheetSection(title: nil, pointer: path, options: all))
        }
        guard let grouped = content?["sections"] else { return sections }
        for (index, section) in grouped.elements.enumerated() where room > 0 {
            let pointer = "\(path)/sections/\(index)"
            let options = section["options"].map {
                Self.options($0, path: pointer + "/options", group: index + 1, room: &room)
            }
            sections.append(
                SheetSection(title: section["title"]?.string, pointer: pointer, options: options ?? []))
        }
        return sections
    }

    private static func options(_ options: JSONValue, path: String, group: Int, room: inout Int) -> [SheetOption] {
        let all = options.elements.prefix(room).enumerated().map { index, option in
            Self.option(option, pointer: "\(path)/\(index)", group: group)
        }
        room -= all.count
        return all
    }

    private static func option(_ value: JSONValue, pointer: String, group: Int) -> SheetOption {
        var option = SheetOption(id: pointer, pointer: pointer, path: pointer, group: group)
        if value.kind != .object {
            option.isUnreadable = true
            option.title = String(value.rawText.prefix(120))
            return option
        }
        option.action = value["action"]
        // If an invalid document has both an element and a title, the style of the cell decides.
        let style = value["cellStyle"]?.string.flatMap(SheetOption.CellStyle.init(rawValue:))
        if let element = value["element"], style != .classic || value["title"] == nil {
            option.element = element
            return option
        }
        option.title = value["title"]?.string ?? ""
        option.icon = value["icon"]
        option.accessory = SheetOption.Accessory(value["accessory"])
        option.switchAction = value["accessory"]?["action"]
        return option
    }
}

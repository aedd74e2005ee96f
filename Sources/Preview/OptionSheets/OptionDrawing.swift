import JSONText

/// Draws the options of a sheet as cells, section by section.
struct OptionDrawing {
    let setting: DocumentSetting
    let marks: SheetMarks
    /// The number of options that are assumed to be visible before the sheet is scrolled.
    private static let initiallyVisible = 6
    private let elements: ElementDrawing
    private let iconType: ValueType
    private let actionType: ValueType
    private var words: FrameWords { setting.words }

    init(setting: DocumentSetting, marks: SheetMarks) {
        (self.setting, self.marks) = (setting, marks)
        elements = ElementDrawing(setting.drawing)
        let option = Self.optionShape(setting)
        iconType = option?["icon"] ?? .plain
        actionType = option?["action"] ?? .plain
    }

    /// Returns the members that the schema defines for an option of the document.
    private static func optionShape(_ setting: DocumentSetting) -> ObjectShape? {
        let vocabulary = setting.drawing.vocabulary
        let sheet =
            vocabulary.entity(namedBy: setting.root)
            ?? vocabulary.entities.values.first { $0.kind == "optionSheet" }
        guard let sheet, case .object(let provider) = sheet.shape["dataProvider"],
            case .object(let content) = provider["content"], case .list(.object(let option)) = content["options"]
        else { return nil }
        return option
    }

    func sections(_ sections: [SheetSection]) -> [OptionSheetContext.Section] {
        var number = 0
        return sections.enumerated().map { index, section in
            let cells = section.options.map { option in
                number += 1
                return cell(option, number: number)
            }
            return OptionSheetContext.Section(
                id: setting.drawing.id("s\(index)"), heading: section.title,
                pointer: setting.drawing.pointer(section.pointer),
                hasCells: !cells.isEmpty,
                cells: cells)
        }
    }

    /// Returns the HTML id of a cell, by its number from 1, without the prefix of the drawing.
    static func id(_ number: Int) -> String { "o\(number)" }

    private func cell(_ option: SheetOption, number: Int) -> OptionSheetContext.Cell {
        let isPlaceholder = option.id.isEmpty
        let isMarked = marks.isMarked(option)
        let bodyID = setting.drawing.id(Self.id(number))
        var control = OptionSheetContext.Control.plain
        var tag: String?
        switch option.accessory {
        case .toggle: control = .toggle
        case .checkmark: control = .checkmark
        case .tag(let text): tag = text
        case nil: break
        }
        let caption =
            isPlaceholder ? words["sheet-placeholder", ["number": words.number(number)]] : option.title
        let note: String? =
            switch option.lacks {
            case .title: words["sheet-no-title"]
            case .element: words["sheet-no-element"]
            case nil: nil
            }
        let body = setting.drawing.render(
            "option-sheet/cell",
            OptionSheetContext.CellBody(
                id: bodyID, caption: caption,
                captionPointer: isPlaceholder ? nil : option.titlePointer.map(setting.drawing.pointer),
                icon: option.icon.map { elements.icon($0, path: option.path, valueType: iconType) } ?? .empty,
                element: option.drawnElement ?? option.element.map { elements.element($0, path: option.elementPath) }
                    ?? .empty,
                note: note, tag: tag, hasSwitch: control == .toggle, hasCheckmark: control == .checkmark,
                isMarked: isMarked, checkmark: setting.drawing.icons.glyph(named: "check")))
        let actions = [
            option.action.map { elements.action($0, path: option.path + "/action", valueType: actionType) },
            option.switchAction.map {
                elements.action($0, path: option.path + "/accessory/action", valueType: actionType)
            },
        ]
        let noted = option.path == option.pointer ? setting.drawing.noted(body, path: option.path) : body
        return OptionSheetContext.Cell(
            bodyID: bodyID, pointer: setting.drawing.pointer(option.pointer), body: noted,
            action: Markup(joining: actions.compactMap(\.self)),
            press: isPlaceholder || option.isUnreadable ? nil : "tap:" + option.id,
            address: number > Self.initiallyVisible ? setting.frame.address(scrollingTo: bodyID) : nil,
            name: words["sheet-option"] + " " + words.number(number), isPlaceholder: isPlaceholder,
            isCustom: option.element != nil, isSwitch: control == .toggle, isCheckmark: control == .checkmark,
            state: isMarked ? "true" : "false")
    }
}

import DocumentKinds
import JSONText
import SchemaRepository

/// Draws the cells of a questionnaire, which are its fields.
struct CellDrawing {
    let drawing: Drawing
    let words: FrameWords
    let update: QuestionnaireUpdate
    let lists: CellLists
    let isInert: Bool
    /// The maximum number of cells, including the cells of every entry of a list; further ones are not drawn.
    static let limit = 1_000
    private var count = 0
    /// The cells whose missing or invalid values keep the questionnaire from being complete.
    private let lacking: Set<CellAddress>
    /// The cells among `lacking` that are empty.
    private let empty: Set<CellAddress>

    init(_ setting: DocumentSetting, update: QuestionnaireUpdate, lists: CellLists) {
        drawing = setting.drawing
        words = setting.words
        self.update = update
        self.lists = lists
        isInert = setting.frame.formAction == nil
        lacking = Set(update.review.gaps.map(\.address))
        empty = Set(update.review.gaps.filter { $0.reason == .empty }.map(\.address))
    }

    var state: QuestionnaireState { update.state }
    var review: QuestionnaireReview { update.review }
    private var wording: CellWording { CellWording(words: words) }

    /// Returns the visible cells in order.
    mutating func markup(_ cells: [QuestionnaireCell], entries: [Int]) -> [Markup] {
        var drawn: [Markup] = []
        for cell in cells where count < Self.limit && drawing.mayDrawMore {
            let address = CellAddress(cell.key ?? "", entries: entries)
            guard !isHidden(cell, at: address) else { continue }
            count += 1
            let path = cell.value.pointer.description
            drawn.append(drawing.noted(markup(cell, at: address, path: path), path: path))
        }
        return drawn
    }

    /// Returns true if a cell is hidden. A cell without a key, or with the key of another cell, is always shown.
    func isHidden(_ cell: QuestionnaireCell, at address: CellAddress) -> Bool {
        isUsable(cell) && review.hidden.contains(address)
    }

    private func isUsable(_ cell: QuestionnaireCell) -> Bool {
        cell.key.flatMap { state.questionnaire[$0] }?.cell.value.range == cell.value.range
    }

    private mutating func markup(_ cell: QuestionnaireCell, at address: CellAddress, path: String) -> Markup {
        let context = context(cell, at: address, path: path)
        switch cell.kind {
        case "text", "number", "date": return drawing.render("cells/input", input(context, at: address, cell))
        case "lookup": return drawing.render("cells/input", lookup(context, at: address, cell))
        case "choice": return choice(context, at: address, cell)
        case "switch":
            var context = context
            context.isChecked = state[address]?.boolean ?? false
            return drawing.render("cells/switch", context)
        case "list": return drawing.render("cells/list", list(context, at: address, cell))
        case "composite": return drawing.render("cells/composite", composite(context, at: address, cell))
        case "document": return drawing.render("cells/document", document(context, at: address, cell))
        default: return drawing.outline(cell.value, entity: nil, path: path, depth: 1)
        }
    }

    // MARK: Parts of all cells

    private func context(_ cell: QuestionnaireCell, at address: CellAddress, path: String) -> CellContext {
        let isUsable = isUsable(cell)
        let pointer = isUsable ? state.pointer(of: address) : path
        let id = drawing.id(Self.id(isUsable ? pointer : "@" + path))
        let parent = isUsable ? review.waiting[address] : nil
        var errors = wording.messages(isUsable ? review.faults[address] ?? [] : [])
        if update.isChecked, isUsable, empty.contains(address) { errors = [words["error.required"]] }
        let help =
            parent.map { words["cell.waits", ["title": CellWording.isolated(title(of: $0))]] }
            ?? note(cell, at: address)
        let described = [help == nil ? nil : id + "-help", errors.isEmpty ? nil : id + "-error"].compactMap(\.self)
        let text = isUsable ? QuestionnaireUpdate.text(of: state[address]) : ""
        let isOptional = isUsable && state.questionnaire.isOptional(cell)
        return CellContext(
            id: id, name: isUsable ? pointer : nil, pointer: drawing.pointer(path), title: title(of: cell),
            optional: isOptional ? words["optional"] : nil, help: help, errors: errors,
            describedBy: described.isEmpty ? nil : described.joined(separator: " "),
            value: text.isEmpty ? nil : text, isBroken: !errors.isEmpty,
            isRequired: !isOptional, isDisabled: parent != nil || !isUsable,
            isDeciding: cell.key.map(state.questionnaire.deciding.contains) ?? false, isInert: isInert)
    }

    /// Returns the HTML id of a cell's control, without the page's prefix.
    static func id(_ pointer: String) -> String {
        "q"
            + pointer.utf8.map { byte -> String in
                let isPlain = (48...57).contains(byte) || (97...122).contains(byte | 0x20)
                return isPlain ? String(UnicodeScalar(byte)) : "-" + String(byte, radix: 16)
            }.joined()
    }

    func title(of address: CellAddress) -> String {
        state.questionnaire[address.key].map { title(of: $0.cell) } ?? address.key
    }

    func title(of cell: QuestionnaireCell) -> String {
        Markup.shown(cell.value["title"]?.string ?? cell.key ?? "—", upTo: FrameLimits.shownText)
    }

    private func note(_ cell: QuestionnaireCell, at address: CellAddress) -> String? {
        guard let list = (cell.value["optionList"] ?? cell.value["source"])?.string else { return nil }
        guard lists.has(list) else { return words["cell.noList", ["list": list]] }
        guard cell.kind == "lookup", !state.typed.contains(address) else { return nil }
        return words[state[address] == nil ? "cell.nothing" : "cell.found", ["list": list]]
    }

    // MARK: Kinds

    private func input(_ context: CellContext, at address: CellAddress, _ cell: QuestionnaireCell) -> CellContext {
        var context = context
        let demand = review.demands[address]
        switch cell.kind {
        case "date":
            context.inputType = "date"
            context.minimum = demand?.earliest?.text
            context.maximum = demand?.latest?.text
            // A date input cannot show an invalid date.
            if let value = context.value, CalendarDay(value) == nil { context.inputType = "text" }
        case "number":
            context.inputMode = "decimal"
            context.placeholder = words["cell.enter"]
        default:
            context.placeholder = demand?.masks.first?.hint ?? words["cell.enter"]
            if demand?.isNumeric == true { context.inputMode = "decimal" }
            if let masks = demand?.masks, !masks.isEmpty, masks.allSatisfy(\.isOfDigits) {
                context.inputMode = "numeric"
            }
        }
        context.isLTR = cell.kind != "text" && cell.kind != "lookup" || context.inputMode != nil
        return context
    }

    private func lookup(_ context: CellContext, at address: CellAddress, _ cell: QuestionnaireCell) -> CellContext {
        var context = input(context, at: address, cell)
        let isOffered = state[address] == nil || state.typed.contains(address)
        if let name = context.name, !context.isDisabled, isOffered, lists.has(cell.value["source"]?.string ?? "") {
            context.actions = [action("cell.lookUp", "lookup:" + name, icon: "search", of: context)]
        }
        return context
    }

    private func choice(_ context: CellContext, at address: CellAddress, _ cell: QuestionnaireCell) -> Markup {
        var context = context
        context.choose = words["choose"]
        if cell.value["options"] != nil {
            let options = (cell.value["options"].map { Array($0.elements) } ?? []).filter { $0["value"] != nil }
            context.options = options.prefix(CellLists.limit).map {
                option(title: $0["title"], value: $0["value"], context)
            }
        } else {
            guard let offer = offer(of: cell, at: address) else {
                // Without the list a value can still be typed.
                context.placeholder = words["cell.enter"]
                return drawing.render("cells/input", context)
            }
            context.options = offer.map { option(title: $0["title"], value: CellLists.value($0), context) }
        }
        if let value = context.value, !context.options.contains(where: \.isSelected) {
            context.options.append(CellContext.Option(value: value, title: value, isSelected: true))
        }
        return drawing.render("cells/choice", context)
    }

    private func option(title: JSONValue?, value: JSONValue?, _ context: CellContext) -> CellContext.Option {
        let value = QuestionnaireUpdate.text(of: value)
        let shown = Markup.shown(title?.string ?? value, upTo: FrameLimits.shownText)
        return CellContext.Option(value: value, title: shown, isSelected: value == context.value)
    }

    private func offer(of cell: QuestionnaireCell, at address: CellAddress) -> [JSONValue]? {
        cell.value["optionList"]?.string.flatMap { lists.offer(of: $0, parents: state.parentTexts(of: address)) }
    }

    private mutating func list(_ context: CellContext, at address: CellAddress, _ cell: QuestionnaireCell)
        -> CellContext
    {
        var context = context
        guard let name = context.name else { return context }
        for number in 0..<state.entries(of: address) {
            let entries = address.entries + [number]
            let title = words["row", ["number": words.number(number + 1)]]
            let place = name + "/\(number)"
            let remove = action("remove", "remove:" + place, icon: "trash", of: context, named: title)
            context.entries.append(
                CellContext.Entry(
                    html: Markup(joining: markup(cell.cells, entries: entries)).html, title: title,
                    known: firstText(of: cell, entries: entries), remove: context.isDisabled ? nil : remove))
        }
        if !context.isDisabled { context.actions = [action("add", "add:" + name, icon: "plus", of: context)] }
        return context
    }

    /// Returns the first text of an entry, which identifies the entry in a list.
    private func firstText(of list: QuestionnaireCell, entries: [Int]) -> String? {
        for cell in list.cells {
            let address = CellAddress(cell.key ?? "", entries: entries)
            guard !isHidden(cell, at: address) else { continue }
            let text = display(cell, at: address)
            if ["text", "composite"].contains(cell.kind), !text.isEmpty { return text }
        }
        return nil
    }

    private mutating func composite(_ context: CellContext, at address: CellAddress, _ cell: QuestionnaireCell)
        -> CellContext
    {
        var context = context
        context.cells = markup(cell.cells, entries: address.entries)
        let text = display(cell, at: address)
        context.value = text.isEmpty ? nil : text
        context.placeholder = words["cell.fillIn"]
        context.icon = drawing.icons.glyph(named: "chevron-down")
        let inside = state.addresses(inside: address)
        let isLacking = inside.contains { lacking.contains($0) }
        let isBegun = !text.isEmpty || inside.contains { update.changed.contains($0) }
        context.isOpen = isLacking && (isBegun || update.isChecked)
        return context
    }

    private func document(_ context: CellContext, at address: CellAddress, _ cell: QuestionnaireCell) -> CellContext {
        var context = context
        let value = state[address]
        context.value = value.map { $0["name"]?.string ?? ($0.kind == .object ? $0.rawText : $0.string ?? "") }
        let isPhoto = context.value.map { name in [".jpg", ".jpeg", ".png", ".heic"].contains { name.hasSuffix($0) } }
        context.thumbnail = drawing.icons.glyph(named: isPhoto == true ? "image" : "document")
        guard let name = context.name, !context.isDisabled else { return context }
        context.actions =
            value == nil
            ? [
                action("cell.photograph", "photograph:" + name, icon: "camera", of: context),
                action("cell.attach", "attach:" + name, icon: "document", of: context),
            ] : [action("remove", "detach:" + name, icon: "trash", of: context)]
        return context
    }

    private func action(
        _ word: String, _ value: String, icon: String, of context: CellContext, named name: String? = nil
    ) -> CellContext.Action {
        CellContext.Action(
            title: words[word], of: name ?? context.title, value: value, icon: drawing.icons.glyph(named: icon),
            isInert: isInert)
    }

    // MARK: Values as texts

    /// Returns a cell's value on one line.
    func display(_ cell: QuestionnaireCell, at address: CellAddress) -> String {
        switch cell.kind {
        case "composite":
            let cells = Dictionary(
                cell.cells.map { ($0.key ?? "", $0) }, uniquingKeysWith: { first, _ in first })
            let format =
                cell.value["displayFormat"]?.string.map(DisplayFormat.init)
                ?? DisplayFormat(keys: cell.cells.compactMap(\.key))
            return format.text { key in
                guard let inner = cells[key] else { return "" }
                let address = CellAddress(key, entries: address.entries)
                return isHidden(inner, at: address) ? "" : display(inner, at: address)
            }
        case "list": return words.number(state.entries(of: address))
        case "switch": return words[state[address]?.boolean == true ? "yes" : "no"]
        case "choice":
            let text = QuestionnaireUpdate.text(of: state[address])
            let options = cell.value["options"].map { Array($0.elements) } ?? offer(of: cell, at: address) ?? []
            let chosen = options.first { QuestionnaireUpdate.text(of: CellLists.value($0)) == text }
            return text.isEmpty ? "" : chosen?["title"]?.string ?? text
        default: return QuestionnaireUpdate.text(of: state[address])
        }
    }
}

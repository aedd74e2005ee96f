import DocumentKinds
import JSONText
import SchemaRepository

/// Draws a questionnaire when it is opened and after each post: its cells, its progress, and the data that it would
/// submit.
struct QuestionnaireDrawing: DocumentDrawing {
    private let setting: DocumentSetting
    private var drawing: Drawing { setting.drawing }
    private var words: FrameWords { setting.words }

    init(_ setting: DocumentSetting) { self.setting = setting }

    func markup() -> Markup {
        guard let sections = setting.root["sections"], sections.kind == .array else {
            return drawing.outline(setting.root, entity: nil, path: "", depth: 0)
        }
        setting.use(posting: ["filling", "questionnaire"])
        let lists = CellLists(setting.sources)
        let entry = QuestionnaireEntry(setting.options)
        let update = QuestionnaireUpdate(Questionnaire(setting.root), entry: entry, setting: setting, lists: lists)
        drawing.filling = update.state.payload
        var cells = CellDrawing(setting, update: update, lists: lists)
        // Each error is shown once, by the first box drawn that contains it. So the list of hidden cells beside the
        // phone is drawn before the sections that contain these cells.
        let identifier = setting.takeForm() ?? drawing.id("questionnaire")
        let tools = tools(update, cells: cells, identifier: identifier)
        let screen = drawing.render("questionnaire", context(update, cells: &cells, identifier: identifier))
        drawing.tools.append(drawing.render("questionnaire-tools", tools))
        return screen
    }

    private func tools(
        _ update: QuestionnaireUpdate, cells: CellDrawing, identifier: String
    ) -> QuestionnaireToolsContext {
        QuestionnaireToolsContext(
            action: setting.frame.formAction, form: identifier, isDone: update.isDone,
            payloadTitle: words["payload"], payload: update.state.payload, hidden: hidden(update, cells: cells),
            fill: words["fill"], restart: words["restart"])
    }

    private func context(
        _ update: QuestionnaireUpdate, cells: inout CellDrawing, identifier: String
    ) -> QuestionnaireContext {
        let typed = FormValue.array(
            update.state.typed.map { .string(update.state.pointer(of: $0)) }.sorted { $0.text < $1.text })
        let done =
            update.isDone
            ? QuestionnaireContext.Done(icon: drawing.icons.glyph(named: "check"), heading: words["done"]) : nil
        let sections = update.isDone ? [] : sections(update, cells: &cells)
        return QuestionnaireContext(
            identifier: identifier, carriedInputs: setting.carriedInputs, action: setting.frame.formAction,
            language: words.language,
            title: update.state.questionnaire.title,
            data: String(decoding: update.state.data, as: UTF8.self), typed: typed.json(), isChecked: update.isChecked,
            done: done,
            completeness: update.isDone ? nil : completeness(update.review.count),
            gaps: update.review.isComplete ? nil : gaps(update, cells: cells), notes: notes(update, cells: cells),
            sections: sections,
            update: setting.frame.formAction == nil || update.isDone ? nil : words["update"],
            submit: update.isDone ? nil : words["submit"])
    }

    // MARK: Parts

    private func sections(_ update: QuestionnaireUpdate, cells: inout CellDrawing) -> [Markup] {
        var drawn: [Markup] = []
        for (section, count) in zip(update.state.questionnaire.sections, update.review.sections) {
            let path = section.value.pointer.description
            let context = QuestionnaireContext.Section(
                id: drawing.id(CellDrawing.id(path)), pointer: drawing.pointer(path), title: section.title,
                count: count.total == 0 ? nil : self.count(count, "cell.count"),
                isComplete: count.complete == count.total,
                cells: cells.markup(section.cells, entries: []))
            // A section whose cells are all hidden is not shown.
            guard !context.cells.isEmpty || section.cells.isEmpty else { continue }
            drawn.append(drawing.noted(drawing.render("cells/section", context), path: path))
        }
        return drawn
    }

    private func completeness(_ count: QuestionnaireReview.Count) -> QuestionnaireContext.Completeness {
        let isComplete = count.complete == count.total
        return QuestionnaireContext.Completeness(
            id: drawing.id("completeness"),
            text: isComplete ? words["cell.complete"] : self.count(count, "cell.progress"),
            complete: String(count.complete), total: String(max(1, count.total)), isComplete: isComplete,
            icon: drawing.icons.glyph(named: "check"))
    }

    private func count(_ count: QuestionnaireReview.Count, _ word: String) -> String {
        words[word, ["complete": words.number(count.complete), "total": words.number(count.total)]]
    }

    private func gaps(_ update: QuestionnaireUpdate, cells: CellDrawing) -> QuestionnaireContext.Gaps {
        let entries = update.review.gaps.prefix(50).map { gap in
            let reason =
                switch gap.reason {
                case .empty: words["cell.empty"]
                case .broken: words["cell.broken"]
                case .waits(let parent): words["cell.after", ["title": CellWording.isolated(cells.title(of: parent))]]
                }
            return QuestionnaireContext.Gap(
                title: title(of: gap.address, cells: cells),
                target: drawing.id(CellDrawing.id(update.state.pointer(of: gap.address))), reason: reason)
        }
        return QuestionnaireContext.Gaps(
            heading: words[update.isChecked ? "fix" : "cell.missing"], isAlert: update.isChecked,
            entries: Array(entries))
    }

    /// Returns a cell's title, preceded by the numbers of the entries that contain the cell.
    private func title(of address: CellAddress, cells: CellDrawing) -> String {
        let rows = address.entries.map { words["row", ["number": words.number($0 + 1)]] }
        return (rows + [cells.title(of: address)]).joined(separator: " · ")
    }

    /// Returns notes about missing test data and about values that were cleared.
    private func notes(_ update: QuestionnaireUpdate, cells: CellDrawing) -> [String] {
        let wording = CellWording(words: words)
        var notes: [String] = []
        if let name = update.missingFilling { notes.append(words["no-filling", ["name": name]]) }
        if !update.unfilled.isEmpty {
            let names = update.unfilled.map { cells.title(of: CellAddress($0)) }
            notes.append(words["cell.unfilled", ["names": wording.list(names)]])
        }
        if !update.state.cleared.isEmpty {
            let names = update.state.cleared.map { title(of: $0, cells: cells) }
            notes.append(words["cell.cleared", ["names": wording.list(names)]])
        }
        return notes
    }

    /// Returns the first 100 hidden cells with their errors, for the document's author; nil if no cell is hidden.
    private func hidden(_ update: QuestionnaireUpdate, cells: CellDrawing) -> QuestionnaireContext.Hidden? {
        let addresses = update.state.addresses().filter { update.review.hidden.contains($0) }
        guard !addresses.isEmpty else { return nil }
        var isOpen = false
        let drawn = addresses.prefix(100).compactMap { address -> Markup? in
            guard let cell = update.state.questionnaire[address.key]?.cell else { return nil }
            let path = cell.value.pointer.description
            let row = Markup(
                html:
                    "<div data-pointer=\"\(Markup.escape(drawing.pointer(path)))\"><bdi>\(Markup.escape(title(of: address, cells: cells)))"
                    + "</bdi> <code>\(Markup.escape(address.key))</code></div>")
            let noted = drawing.noted(row, path: path)
            if noted.html != row.html { isOpen = true }
            return noted
        }
        return QuestionnaireContext.Hidden(
            heading: words["cell.hidden", ["count": words.number(addresses.count)]], isOpen: isOpen, cells: drawn)
    }
}

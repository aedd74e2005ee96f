import DocumentKinds
import JSONText

/// Draws an option sheet when it is opened and after each post: its title, its tool (a search field or segments), and
/// its options or one of the states loading, empty and error.
struct OptionSheetDrawing: DocumentDrawing {
    private let setting: DocumentSetting
    private let tool: SheetTool
    private let source: OptionSource
    private var drawing: Drawing { setting.drawing }
    private var words: FrameWords { setting.words }

    init(_ setting: DocumentSetting) {
        self.setting = setting
        tool = SheetTool(setting.root["tool"])
        source = OptionSource(setting.root["dataProvider"])
    }

    func markup() -> Markup {
        let entry = SheetEntry(setting.options, tool: tool)
        var marks = entry.marks
        let content = content(entry)
        let tapped = entry.tapped.flatMap { id in content.options.first { $0.id == id } }
        if let tapped { marks.tap(tapped, among: content.options) }
        let shown = OptionDrawing(setting: setting, marks: marks).sections(content.sections)
        let title = setting.root["title"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        setting.use(posting: ["option-sheet"])
        return drawing.render(
            "option-sheet",
            OptionSheetContext(
                identifier: setting.takeForm(), carriedInputs: setting.carriedInputs, toolID: drawing.id("sheet-tool"),
                listID: drawing.id("sheet-list"), action: setting.frame.formAction,
                inert: setting.frame.formAction == nil, language: words.language,
                sheetTitle: title, titlePointer: drawing.pointer("/title"), toolPointer: drawing.pointer("/tool"),
                providerPointer: drawing.pointer("/dataProvider"), listLabel: title ?? words["sheet-options"],
                hidden: hidden(entry, marks, content),
                keyword: entry.keyword, stateName: content.state == .shown ? "shown" : "other",
                isTall: !tool.isAbsent || source.loader != nil, search: search(entry), segments: segments(entry),
                toolIssues: issues(at: "/tool"), notes: notes(content), sections: shown, blank: blank(content, entry),
                skeleton: skeleton(content), more: more(content), effects: tapped.map { effects($0, marks) }))
    }

    // MARK: Items

    private func content(_ entry: SheetEntry) -> SheetContent {
        switch entry.state {
        case .loading: return .loading
        case .empty: return .empty
        case .error: return .failed
        case .normal: break
        }
        switch source.kind {
        case .options(let all):
            return SheetContent(matching(entry.keyword, in: all), keepingTitles: entry.keyword.isEmpty)
        case .list(let loader, let parser):
            let loaded = loader.load(pages: entry.pages, keyword: entry.keyword, from: setting.sources.options)
            return SheetContent(loaded, loader: loader, parser: parser)
        case .none:
            return .empty
        }
    }

    /// Returns the options whose titles or drawn texts contain the keyword, ignoring case.
    private func matching(_ keyword: String, in sections: [SheetSection]) -> [SheetSection] {
        let searched = SearchText.folded(keyword)
        guard !searched.isEmpty else { return sections }
        let elements = ElementDrawing(drawing)
        return sections.map { section in
            var section = section
            section.options = section.options.compactMap { option in
                var option = option
                let drawn = option.element.map { elements.elementWithText($0, path: option.elementPath) }
                option.drawnElement = drawn?.markup
                let text = drawn?.text ?? option.title
                return SearchText.folded(text).utf8.contains(searched.utf8) ? option : nil
            }
            return section
        }
    }

    // MARK: Around the options

    private func search(_ entry: SheetEntry) -> OptionSheetContext.Search? {
        guard case .search(let placeholder) = tool.kind else { return nil }
        return OptionSheetContext.Search(
            label: words["sheet-search"], typed: entry.typed, placeholder: placeholder ?? words["sheet-search"],
            icon: drawing.icons.glyph(named: "search"), clear: entry.typed.isEmpty ? nil : words["sheet-clear"],
            clearIcon: drawing.icons.glyph(named: "close"))
    }

    private func segments(_ entry: SheetEntry) -> OptionSheetContext.Segments? {
        guard case .segments(let segments) = tool.kind, !segments.isEmpty else { return nil }
        return OptionSheetContext.Segments(
            label: words["sheet-options"],
            entries: segments.enumerated().map { index, segment in
                OptionSheetContext.Segment(
                    caption: segment.title, number: String(index), pointer: drawing.pointer(segment.pointer),
                    isChosen: index == entry.segment)
            })
    }

    private func issues(at path: String) -> [Markup] {
        let messages = drawing.takeIssues(at: path) + drawing.takeGaps(at: path)
        return messages.isEmpty ? [] : [drawing.list(messages)]
    }

    private func notes(_ content: SheetContent) -> [OptionSheetContext.Note] {
        let messages = issues(at: "/dataProvider") + issues(at: "/states")
        var notes = messages.map { OptionSheetContext.Note(icon: .empty, text: nil, code: nil, issues: [$0]) }
        func add(_ icon: String, _ text: String, _ code: String? = nil) {
            notes.append(
                OptionSheetContext.Note(
                    icon: drawing.icons.glyph(named: icon), text: text, code: code, issues: []))
        }
        switch content.state {
        case .unavailable(let list): add("info", words["sheet-unavailable", ["name": list]])
        case .missing(let list): add("warning", words["sheet-missing", ["name": list]], Self.importing(list))
        default: break
        }
        return notes
    }

    private static func importing(_ list: String) -> String { "galley option-lists import \(list) \(list).csv" }

    private func skeleton(_ content: SheetContent) -> OptionSheetContext.Skeleton {
        OptionSheetContext.Skeleton(
            isShown: content.state == .loading, loading: words["sheet-loading"],
            // The letters select bars of different widths in the style sheet.
            rows: ["a", "b", "c", "a", "c", "b", "a", "c"], hasIcons: source.hasIcons)
    }

    private func blank(_ content: SheetContent, _ entry: SheetEntry) -> OptionSheetContext.Blank? {
        let states = setting.root["states"]
        switch content.state {
        case .empty, .shown:
            guard content.options.isEmpty else { return nil }
            let own = states?["empty"]?["title"]?.string
            return OptionSheetContext.Blank(
                icon: drawing.icons.glyph(named: entry.keyword.isEmpty ? "category" : "search"),
                heading: own ?? words[entry.keyword.isEmpty ? "sheet-empty" : "sheet-none"],
                pointer: drawing.pointer(own == nil ? "/dataProvider" : "/states/empty"), retry: nil)
        case .failed:
            let own = states?["error"]
            return OptionSheetContext.Blank(
                icon: drawing.icons.glyph(named: "warning"), heading: own?["title"]?.string ?? words["sheet-error"],
                pointer: drawing.pointer(own == nil ? "/dataProvider" : "/states/error"),
                retry: own?["retryTitle"]?.string ?? words["sheet-retry"])
        default:
            return nil
        }
    }

    private func more(_ content: SheetContent) -> OptionSheetContext.More? {
        guard let loaded = content.loadedPages else { return nil }
        let shown = words.number(loaded.count)
        let count =
            loaded.total.map { words["sheet-of", ["shown": shown, "total": words.number($0)]] }
            ?? words["sheet-loaded", ["shown": shown]]
        return OptionSheetContext.More(
            caption: loaded.isEnded || loaded.isFull ? nil : words["sheet-more"],
            address: setting.frame.address(scrollingTo: drawing.id(OptionDrawing.id(loaded.count))), count: count,
            cut: loaded.isFull && !loaded.isEnded
                ? words["sheet-cut", ["limit": words.number(OptionLoader.maximumItems)]] : nil,
            loading: words["sheet-loading"])
    }

    private func effects(_ option: SheetOption, _ marks: SheetMarks) -> OptionSheetContext.TapEffects {
        let isMarked = marks.isMarked(option)
        let action = option.switchAction ?? option.action
        let state: String? =
            switch option.accessory {
            case .toggle: words[isMarked ? "sheet-on" : "sheet-off"]
            case .checkmark: words[isMarked ? "sheet-chosen" : "sheet-not-chosen"]
            case .tag, nil: nil
            }
        return OptionSheetContext.TapEffects(
            name: option.title.isEmpty ? words["sheet-option"] : option.title, state: state,
            valueLabel: words["sheet-value"], value: option.value, opensLabel: words["sheet-opens"],
            deeplink: action?["deeplink"]?.string ?? action?.string, reportsLabel: words["sheet-reports"],
            event: action?["analytics"]?["event"]?.string,
            nothing: action == nil && option.value == nil && state == nil ? words["sheet-nothing"] : nil)
    }

    private func hidden(
        _ entry: SheetEntry, _ marks: SheetMarks, _ content: SheetContent
    ) -> [OptionSheetContext.Hidden] {
        var fields = [("_applied", entry.keyword), ("_pages", String(content.loadedPages?.pages ?? entry.pages))]
        if case .segments = tool.kind { fields.append(("_segment", String(entry.segment))) }
        if entry.hasRetried { fields.append(("_retried", "yes")) }
        return (fields + marks.fields).map { OptionSheetContext.Hidden(name: $0.0, content: $0.1) }
    }
}

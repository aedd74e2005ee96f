import JSONText

/// The content of a sheet below its tool, which is a search field or segments.
struct SheetContent {
    /// The state of loading the content.
    enum State: Hashable {
        case loading, empty, failed
        /// The options, possibly none.
        case shown
        /// There is no list with this name.
        case missing(String)
        /// The list with this name is unavailable; placeholders represent its items.
        case unavailable(String)
    }

    /// The number of placeholders for an unavailable list.
    private static let placeholders = 6

    let state: State
    var sections: [SheetSection] = []
    /// The loaded part of a list.
    var loadedPages: LoadedPages?

    static let loading = SheetContent(state: .loading)
    static let empty = SheetContent(state: .empty)
    static let failed = SheetContent(state: .failed)

    private init(state: State) { self.state = state }

    /// Creates the content for options of the document. Empty sections with titles remain only if `keepingTitles` is
    /// true.
    init(_ sections: [SheetSection], keepingTitles: Bool) {
        state = .shown
        self.sections = sections.filter { !$0.options.isEmpty || (keepingTitles && $0.title != nil) }
    }

    /// Creates the content for the result of loading a list.
    init(_ loaded: OptionLoader.Loaded, loader: OptionLoader, parser: ItemParser) {
        switch loaded {
        case .items(let items, let pages):
            state = .shown
            sections = parser.sections(items)
            loadedPages = items.isEmpty ? nil : pages
        case .noSuchList:
            state = .missing(loader.list)
        case .unavailable:
            state = .unavailable(loader.list)
            let rows = parser.placeholders(min(loader.limit, Self.placeholders))
            sections = [SheetSection(title: nil, pointer: "/dataProvider", options: rows)]
        case .failed:
            state = .failed
        }
    }

    /// The options of all sections.
    var options: [SheetOption] { sections.flatMap(\.options) }
}

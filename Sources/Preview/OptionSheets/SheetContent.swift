import JSONText

/// The content of a sheet below its tool.
struct SheetContent {
    enum Standing: Hashable {
        case loading, empty, failed
        /// The options, possibly none.
        case shown
        /// The console has no list with this name.
        case missing(String)
        /// The list with this name is unavailable; placeholders represent its items.
        case unavailable(String)
    }

    /// The number of placeholders for an unavailable list.
    private static let placeholders = 6

    let standing: Standing
    var sections: [SheetSection] = []
    /// The loaded part of a list.
    var batch: LoadedPages?

    static let loading = SheetContent(standing: .loading)
    static let empty = SheetContent(standing: .empty)
    static let failed = SheetContent(standing: .failed)

    private init(standing: Standing) { self.standing = standing }

    /// Creates the content for options of the document. Empty sections with titles remain only if `keepingTitles` is
    /// true.
    init(_ sections: [SheetSection], keepingTitles: Bool) {
        standing = .shown
        self.sections = sections.filter { !$0.options.isEmpty || (keepingTitles && $0.title != nil) }
    }

    /// Creates the content for the result of loading a list.
    init(_ loaded: OptionLoader.Loaded, loader: OptionLoader, parser: ItemParser) {
        switch loaded {
        case .items(let items, let batch):
            standing = .shown
            sections = parser.sections(items)
            self.batch = items.isEmpty ? nil : batch
        case .noSuchList:
            standing = .missing(loader.list)
        case .unavailable:
            standing = .unavailable(loader.list)
            let rows = parser.placeholders(min(loader.limit, Self.placeholders))
            sections = [SheetSection(title: nil, pointer: "/dataProvider", options: rows)]
        case .failed:
            standing = .failed
        }
    }

    /// The options of all sections.
    var options: [SheetOption] { sections.flatMap(\.options) }
}

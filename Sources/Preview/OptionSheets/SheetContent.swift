import JSONText

/// What a sheet shows below its tool.
struct SheetContent {
    enum Standing: Hashable {
        case loading, empty, failed
        /// Options, perhaps none.
        case shown
        /// The console has no list of this name.
        case missing(String)
        /// The list of this name cannot be looked up; the options stand in for its items.
        case unavailable(String)
    }

    /// How many options stand in for items that cannot be looked up, at most.
    private static let placeholders = 6

    let standing: Standing
    var sections: [SheetSection] = []
    /// How much of a list is shown.
    var batch: LoadedPages?

    static let loading = SheetContent(standing: .loading)
    static let empty = SheetContent(standing: .empty)
    static let failed = SheetContent(standing: .failed)

    private init(standing: Standing) { self.standing = standing }

    /// Options of the document; sections without any are seen by their titles, unless something is searched for.
    init(_ sections: [SheetSection], keepingTitles: Bool) {
        standing = .shown
        self.sections = sections.filter { !$0.options.isEmpty || (keepingTitles && $0.title != nil) }
    }

    /// What came of a list.
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

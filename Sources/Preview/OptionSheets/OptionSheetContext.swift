/// What the template of an option sheet sees.
struct OptionSheetContext {
    /// A field that brings the state back with the next post.
    struct Hidden {
        let name: String
        let content: String
    }

    struct Search {
        let label: String
        let typed: String
        let placeholder: String
        let icon: Markup
        /// What the button is called that empties the field; nil when it is empty.
        let clear: String?
        let clearIcon: Markup
    }

    struct Segments {
        let label: String
        let entries: [Segment]
    }

    struct Segment {
        let caption: String
        let number: String
        let pointer: String
        let isChosen: Bool
    }

    /// What is said above the options: of the document, or of the list.
    struct Note {
        let icon: Markup
        let text: String?
        let code: String?
        let issues: [Markup]
    }

    struct Section {
        let id: String
        let heading: String?
        let pointer: String
        let hasCells: Bool
        let cells: [Cell]
    }

    /// What a cell does when it is tapped.
    enum Control {
        case plain, toggle, checkmark
    }

    struct Cell {
        let bodyID: String
        let pointer: String
        let body: Markup
        let action: Markup
        /// What tapping posts; nil for what cannot be tapped.
        let press: String?
        /// Where a post goes so that the page is scrolled to the option; nil for the first ones.
        let address: String?
        let name: String
        let isPlaceholder: Bool
        let isCustom: Bool
        let isSwitch: Bool
        let isCheckmark: Bool
        let state: String
    }

    /// The inside of a cell.
    struct CellBody {
        let id: String
        let caption: String
        let captionPointer: String?
        let icon: Markup
        let element: Markup
        let note: String?
        let tag: String?
        let hasSwitch: Bool
        let hasCheckmark: Bool
        let isMarked: Bool
        let checkmark: Markup
    }

    /// What stands in place of options: nothing was found, or loading failed.
    struct Blank {
        let icon: Markup
        let heading: String
        let pointer: String
        let retry: String?
    }

    struct Skeleton {
        let isShown: Bool
        let loading: String
        /// How wide the bars of each row are.
        let rows: [String]
        let hasIcons: Bool
    }

    /// The end of the options that are loaded.
    struct More {
        /// What loads the next page; nil at the end.
        let caption: String?
        /// Where a post goes so that the page is scrolled to the last option before it.
        let address: String?
        let count: String
        let cut: String?
        let loading: String
    }

    /// What tapping an option has done and would do.
    struct Told {
        let name: String
        let standing: String?
        let valueLabel: String
        let value: String?
        let opensLabel: String
        let deeplink: String?
        let reportsLabel: String
        let event: String?
        let nothing: String?
    }

    let action: String?
    /// Whether buttons do nothing.
    let inert: Bool
    let language: String
    let sheetTitle: String?
    let listLabel: String
    let hidden: [Hidden]
    /// What the options were looked for with.
    let keyword: String
    /// `shown` when options were looked for, whether any were found or not; else another word.
    let standingWord: String
    /// Whether the sheet keeps its height whatever it holds.
    let isTall: Bool
    let search: Search?
    let segments: Segments?
    let toolIssues: [Markup]
    let notes: [Note]
    let sections: [Section]
    let blank: Blank?
    let skeleton: Skeleton
    let more: More?
    let told: Told?
}

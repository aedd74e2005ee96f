/// The variables of an option sheet's template.
struct OptionSheetContext {
    /// A hidden field that keeps state until the next post.
    struct Hidden {
        let name: String
        let content: String
    }

    struct Search {
        let label: String
        let typed: String
        let placeholder: String
        let icon: Markup
        /// The label of the button that clears the field; nil if it is empty.
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

    /// A note above the options, about the document or the list.
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

    /// The effect of tapping a cell.
    enum Control {
        case plain, toggle, checkmark
    }

    struct Cell {
        let bodyID: String
        let pointer: String
        let body: Markup
        let action: Markup
        /// The value that a tap posts; nil for cells that cannot be tapped.
        let press: String?
        /// The URL that a tap posts to, which scrolls the new page to the option; nil for the first options.
        let address: String?
        let name: String
        let isPlaceholder: Bool
        let isCustom: Bool
        let isSwitch: Bool
        let isCheckmark: Bool
        let state: String
    }

    /// The content of a cell.
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

    /// The placeholder for missing options: nothing was found, or loading failed.
    struct Blank {
        let icon: Markup
        let heading: String
        let pointer: String
        let retry: String?
    }

    struct Skeleton {
        let isShown: Bool
        let loading: String
        /// The widths of the bars in each row.
        let rows: [String]
        let hasIcons: Bool
    }

    /// The line below the loaded options.
    struct More {
        /// The label of the button that loads the next page; nil at the end.
        let caption: String?
        /// The URL that the button posts to, which scrolls the new page to the last option above the button.
        let address: String?
        let count: String
        let cut: String?
        let loading: String
    }

    /// The effects of tapping an option.
    struct TapEffects {
        let name: String
        let state: String?
        let valueLabel: String
        let value: String?
        let opensLabel: String
        let deeplink: String?
        let reportsLabel: String
        let event: String?
        let nothing: String?
    }

    /// The HTML id of the form; nil if no button outside the form refers to it.
    let identifier: String?
    /// The hidden inputs with the state of the documents that contain the sheet.
    let carriedInputs: Markup
    let toolID: String
    let listID: String
    let action: String?
    /// True if the page cannot be posted, so that its buttons do nothing.
    let inert: Bool
    let language: String
    let sheetTitle: String?
    let titlePointer: String
    let toolPointer: String
    let providerPointer: String
    let listLabel: String
    let hidden: [Hidden]
    /// The keyword that options were searched with.
    let keyword: String
    /// `shown` if the options are drawn, even if there are none; otherwise `other`.
    let stateName: String
    /// True if the sheet keeps its height for any content.
    let isTall: Bool
    let search: Search?
    let segments: Segments?
    let toolIssues: [Markup]
    let notes: [Note]
    let sections: [Section]
    let blank: Blank?
    let skeleton: Skeleton
    let more: More?
    let effects: TapEffects?
}

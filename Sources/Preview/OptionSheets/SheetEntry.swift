/// The content of a posted option sheet: its state and the pressed button.
///
/// The fields are untrusted: numbers are clamped, and unknown names have no effect.
struct SheetEntry {
    enum Press: Hashable {
        /// No button was pressed: the sheet is opened or shown again.
        case open
        case search, clear, more, retry
        case segment(Int)
        case tap(String)
    }

    /// The maximum length of a keyword in Unicode scalars.
    static let longestKeyword = 200

    let press: Press
    /// The text in the search field, not trimmed.
    let typed: String
    /// The keyword of the search field or of the chosen segment; empty without a tool.
    let keyword: String
    /// True if the keyword has changed, so that loading starts again.
    let isKeywordNew: Bool
    /// The index of the chosen segment.
    let segment: Int
    /// The number of pages to show, from 1.
    let pages: Int
    let marks: SheetMarks
    /// The state chosen for the preview; `normal` after a person has retried.
    let state: ScreenState
    let hasRetried: Bool

    init(_ options: PreviewOptions, tool: SheetTool) {
        var fields: [String: [String]] = [:]
        for field in options.data.prefix(FrameLimits.postedFields) {
            fields[field.name, default: []].append(field.value)
        }
        func text(_ name: String) -> String { fields[name]?.last ?? "" }
        func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
            Int(text(name)).map { min(range.upperBound, max(range.lowerBound, $0)) }
        }

        press = Self.press(options.submitted ? fields["_do"]?.last ?? "search" : nil)
        hasRetried = press == .retry || !text("_retried").isEmpty
        state = hasRetried ? .normal : options.state
        marks = SheetMarks(choices: fields["_choice"] ?? [], flips: fields["_flip"] ?? [])

        typed = press == .clear ? "" : Self.typed(text("_keyword"))
        var segment = 0
        switch tool.kind {
        case .none:
            keyword = ""
        case .search:
            keyword = Self.trimmed(typed)
        case .segments(let segments):
            segment = number("_segment", in: 0...max(0, segments.count - 1)) ?? 0
            if case .segment(let chosen) = press, segments.indices.contains(chosen) { segment = chosen }
            keyword = segments.indices.contains(segment) ? segments[segment].keyword : ""
        }
        self.segment = segment
        isKeywordNew = options.submitted && keyword != text("_applied")
        let before = number("_pages", in: 1...OptionLoader.maximumItems) ?? 1
        pages = isKeywordNew || press == .retry ? 1 : before + (press == .more ? 1 : 0)
    }

    /// The id of the tapped option, if any.
    var tapped: String? { if case .tap(let id) = press { id } else { nil } }

    private static func press(_ word: String?) -> Press {
        switch word {
        case nil, "refresh": return .open
        case "clear": return .clear
        case "more": return .more
        case "retry": return .retry
        case let word? where word.hasPrefix("segment:"): return .segment(Int(word.dropFirst(8)) ?? -1)
        case let word? where word.hasPrefix("tap:"): return .tap(String(word.dropFirst(4)))
        default: return .search
        }
    }

    /// Returns a text without control characters, cut to the maximum length of a keyword.
    private static func typed(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(longestKeyword).filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
        return String(
            String.UnicodeScalarView(scalars.reversed().drop { $0.properties.isWhitespace }.reversed()))
    }
}

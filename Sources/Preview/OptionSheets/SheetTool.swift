import JSONText

/// The tool of an option sheet: a search field or segments, which provide a keyword.
struct SheetTool {
    enum Kind {
        case none
        case search(placeholder: String?)
        case segments([Segment])
    }

    struct Segment {
        let title: String
        /// The keyword; an empty one matches every option.
        let keyword: String
        /// The pointer in the document.
        let pointer: String
    }

    let kind: Kind

    /// Reads a `tool` by its kind or, if that is missing or unknown, by its members; reads at most 50 segments.
    init(_ tool: JSONValue?) {
        let kinds = ["searchField", "segmentedControl"]
        let written = tool?["kind"]?.string.flatMap { kinds.contains($0) ? $0 : nil }
        let implied = tool?["segments"] != nil ? "segmentedControl" : tool?["placeholder"] != nil ? "searchField" : nil
        switch written ?? implied {
        case "searchField":
            kind = .search(placeholder: tool?["placeholder"]?.string)
        case "segmentedControl":
            let segments = tool?["segments"].map { Array($0.elements.prefix(50)) } ?? []
            kind = .segments(
                segments.enumerated().map { index, segment in
                    Segment(
                        title: segment["title"]?.string ?? "", keyword: segment["keyword"]?.string ?? "",
                        pointer: "/tool/segments/\(index)")
                })
        default:
            kind = .none
        }
    }

    /// True if there is no tool.
    var isAbsent: Bool { if case .none = kind { true } else { false } }
}

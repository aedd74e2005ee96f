import Foundation
import JSONText
import Preview
import Synchronization

/// Draws option sheets with lists in memory, and records the queries to the lists.
final class OptionSheetSample: Sendable {
    private let lists: [String: [JSONValue]]
    private let asked = Mutex<[OptionQuery]>([])

    /// Creates lists by name, each from a JSON array of items.
    init(_ lists: [String: String] = [:]) throws {
        self.lists = try lists.mapValues { try Array(JSONDocument(parsing: Array($0.utf8)).root.elements) }
    }

    /// Returns a list `schools` with a number of items, in regions of ten.
    static func schools(_ count: Int) throws -> OptionSheetSample {
        let items = (0..<count).map { #"{"key":"s\#($0)","title":"School \#($0)","region":"Region \#($0 / 10)"}"# }
        return try OptionSheetSample(["schools": "[\(items.joined(separator: ","))]"])
    }

    /// The queries received.
    var queries: [OptionQuery] { asked.withLock { $0 } }

    /// Returns a page of a list in memory; the list `closed` is unavailable.
    private func answer(_ query: OptionQuery) -> OptionAnswer {
        asked.withLock { $0.append(query) }
        if query.list == "closed" { return .unavailable }
        guard let items = lists[query.list] else { return .noSuchList }
        let keyword = query.keyword.lowercased()
        let found = items.filter { keyword.isEmpty || $0["title"]?.string?.lowercased().contains(keyword) == true }
        switch query.start {
        case .offset(let offset):
            let page = found.dropFirst(offset).prefix(query.limit)
            return .page(
                OptionBatch(items: Array(page), total: found.count, isLoadEnded: offset + page.count >= found.count))
        case .nextKey(let key):
            var rest = found[...]
            if let key {
                guard let last = found.firstIndex(where: { $0["key"]?.string == key }) else { return .unknownNextKey }
                rest = found[(last + 1)...]
            }
            let page = rest.prefix(query.limit), isEnded = page.count == rest.count
            return .page(
                OptionBatch(
                    items: Array(page), nextKey: isEnded ? nil : page.last?["key"]?.string, isLoadEnded: isEnded))
        }
    }

    /// Returns the screen when the page opens or after a post.
    func screen(
        _ text: String, post: KeyValuePairs<String, String>? = nil, state: ScreenState = .normal,
        frame: FrameURLs = FrameURLs(formAction: "/preview/x?s=1"), language: String? = "en"
    ) throws -> String {
        var options = PreviewOptions(language: language, state: state)
        if let post {
            options.data = post.map { PreviewOptions.Field(name: $0.key, value: $0.value) }
            options.submitted = true
        }
        let sources = PreviewSources(now: Date(timeIntervalSince1970: 0), options: answer)
        return PreviewSample.screen(
            try PreviewSample.page(
                text, kind: "OptionSheet", options: options, frame: frame, sources: sources))
    }

    /// A sheet with the options of a list, and a search field.
    static func dynamic(
        loader: String = #"{"kind": "nextKey", "list": "schools", "limit": 30}"#,
        parser: String = #"{"value": "/key", "title": "/title"}"#, tool: String = #"{"kind": "searchField"}"#
    ) -> String {
        """
        {"type": "OptionSheet", "title": "Choose", "tool": \(tool),
         "dataProvider": {"kind": "dynamic", "loader": \(loader), "parser": \(parser)},
         "states": {"empty": {"title": "No school"}, "error": {"title": "It broke", "retryTitle": "Once more"}}}
        """
    }

    /// A sheet with these options, and a tool if one is given.
    static func options(_ options: String..., tool: String? = nil) -> String {
        """
        {"type": "OptionSheet", "title": "Choose", \(tool.map { "\"tool\": \($0)," } ?? "")
         "dataProvider": {"kind": "static", "content": {"options": [\(options.joined(separator: ","))]}}}
        """
    }

    /// The titles of the cells, in order.
    static func titles(_ screen: String) -> [String] {
        screen.matches(of: #/<span class="cell-title"[^>]*><bdi>([^<]*)<\/bdi>/#).map { String($0.1) }
    }

    /// The headings of the sections, in order.
    static func headings(_ screen: String) -> [String] {
        screen.matches(of: #/<h2[^>]*><bdi>([^<]*)<\/bdi>/#).map { String($0.1) }
    }

    /// The values of the hidden fields with a name.
    static func field(_ name: String, _ screen: String) -> [String] {
        screen.matches(of: #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#)
            .filter { $0.1 == name }.map { String($0.2) }
    }

    /// The identifiers of switches that are on and checkmarks that are set.
    static func marked(_ screen: String) -> [String] {
        screen.matches(of: #/value="tap:([^"]*)"[^>]*aria-(?:checked|pressed)="true"/#).map { String($0.1) }
    }
}

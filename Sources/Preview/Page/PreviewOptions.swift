package import JSONText

/// The options of a preview, from its URL or a posted form.
///
/// Unknown and invalid values, such as a device size out of range, become the default; a step or text size beyond a
/// limit becomes the limit. So every URL shows a page.
package struct PreviewOptions: Sendable, Hashable {
    /// A field of a posted form; names may repeat.
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The platform to simulate, such as `ios`; nil for no client.
    package var platform: String?
    /// The client version to simulate, as written.
    package var clientVersion: String?
    /// True to draw only the bytes that the chosen client gets; false to draw the whole document and mark the parts
    /// that the client does not support.
    package var showsEdition = false
    package var device: Device
    package var direction: Direction
    /// A language tag such as `fa`; nil to detect it from the document's texts.
    package var language: String?
    package var theme: Theme
    /// The factor by which texts are scaled, 0.5 to 3; 1 is the size in the design.
    package var fontScale: Double
    /// The step of a form, 1 to `maximumStep`.
    package var step: Int
    /// The state of a screen that loads its content.
    package var state: ScreenState
    /// The moment at which a form or questionnaire is shown.
    package var moment: FormMoment
    /// The initial data of a form or questionnaire; nil for those of its document.
    package var filling: FillingChoice?
    /// True to show the actions of elements as labels.
    package var showsActions: Bool
    /// The pointers of changed parts, whose elements are outlined; at most `mostMarks`.
    package var marks: [JSONPointer] = []
    /// The posted fields in order; empty if the page was opened without a post.
    package var data: [Field]
    /// True if a form was posted.
    package var submitted: Bool
    /// The scroll position and focus before the post; nil if the page has no script or the posted text is invalid.
    var viewState: PageViewState?

    /// Creates options; the defaults are those of a URL without a query.
    package init(
        platform: String? = nil, clientVersion: String? = nil, device: Device = .phone, direction: Direction = .auto,
        language: String? = nil, theme: Theme = .light, fontScale: Double = 1, step: Int = 1,
        state: ScreenState = .normal, moment: FormMoment = .opened, filling: FillingChoice? = nil,
        showsActions: Bool = true, data: [Field] = [], submitted: Bool = false
    ) {
        self.platform = platform
        self.clientVersion = clientVersion
        self.device = device
        self.direction = direction
        self.language = language
        self.theme = theme
        self.fontScale = fontScale
        self.step = step
        self.state = state
        self.moment = moment
        self.filling = filling
        self.showsActions = showsActions
        self.data = data
        self.submitted = submitted
    }

    /// Reads the options from a query: `platform`, `client_version` (or `version`), `edition` (`1`), `device`, `dir`,
    /// `lang`, `theme`, `scale`, `step`, `state`, `after` (`submit`), `fill` (`test`, or `saved:` and a name) or
    /// `filling` (a name), `actions`, `mark` (pointers, one per line).
    package init(query: [String: String]) {
        self.init()
        platform = query["platform"].flatMap(Self.word)
        clientVersion = (query["client_version"] ?? query["version"]).flatMap(Self.word)
        showsEdition = query["edition"] == "1"
        device = query["device"].flatMap(Device.init(rawValue:)) ?? .phone
        direction = query["dir"].flatMap(Direction.init) ?? .auto
        language = query["lang"].flatMap(Self.languageTag)
        theme = query["theme"].flatMap(Theme.init) ?? .light
        if let scale = query["scale"].flatMap(Double.init), scale.isFinite {
            fontScale = min(Self.fontScales.upperBound, max(Self.fontScales.lowerBound, scale))
        }
        if let number = query["step"].flatMap(Int.init) { step = min(Self.maximumStep, max(1, number)) }
        state = query["state"].flatMap(ScreenState.init) ?? .normal
        moment = query["after"].flatMap(FormMoment.init) ?? .opened
        filling = FillingChoice(fill: query["fill"], name: query["filling"])
        showsActions = query["actions"] != "0"
        marks = (query["mark"] ?? "").split(separator: "\n").prefix(Self.mostMarks).compactMap {
            JSONPointer(String($0))
        }
    }

    /// The allowed values of `fontScale`.
    package static let fontScales = 0.5...3.0
    /// The highest number of a form's step.
    package static let maximumStep = 1_000
    /// The maximum number of outlined parts, which is limited because the URL contains their pointers.
    package static let mostMarks = 60
    /// The maximum total length of the outlined parts' pointers in the URL, in bytes.
    private static let longestMarks = 2_000

    /// Reads the options from a query and a form posted to it.
    package init(query: [String: String], form: [Field]) {
        self.init(query: query)
        data = form.filter { $0.name != PageViewState.field }
        viewState = form.last { $0.name == PageViewState.field }.flatMap { PageViewState(parsing: $0.value) }
        submitted = true
    }

    /// The query items of the options that differ from the default, without the posted form.
    package var queryItems: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        if let platform { items.append(("platform", platform)) }
        if let clientVersion { items.append(("client_version", clientVersion)) }
        if showsEdition { items.append(("edition", "1")) }
        if device != .phone { items.append(("device", device.rawValue)) }
        if direction != .auto { items.append(("dir", direction.rawValue)) }
        if let language { items.append(("lang", language)) }
        if theme != .light { items.append(("theme", theme.rawValue)) }
        if fontScale != 1 { items.append(("scale", String(fontScale))) }
        if step != 1 { items.append(("step", String(step))) }
        if state != .normal { items.append(("state", state.rawValue)) }
        if moment != .opened { items.append(("after", moment.rawValue)) }
        switch filling {
        case nil: break
        case .test: items.append(("fill", "test"))
        case .saved(let name): items.append(("filling", name))
        }
        if !showsActions { items.append(("actions", "0")) }
        if !marks.isEmpty { items.append(("mark", markText)) }
        return items
    }

    /// The pointers that fit into the URL, one per line; pointers with a line break are omitted.
    private var markText: String {
        var text = ""
        for pointer in marks.map(\.description) where !pointer.contains("\n") {
            guard text.utf8.count + pointer.utf8.count < Self.longestMarks else { break }
            text += (text.isEmpty ? "" : "\n") + pointer
        }
        return text
    }

    /// Returns a text of 1 to 64 bytes without ASCII spaces and control characters (up to U+0020); nil for others.
    private static func word(_ text: String) -> String? {
        guard !text.isEmpty, text.utf8.count <= 64, text.unicodeScalars.allSatisfy({ $0.value > 32 }) else {
            return nil
        }
        return text
    }

    /// Returns a text that can be a BCP 47 tag: 2 to 35 ASCII letters, digits and hyphens; nil for others.
    private static func languageTag(_ text: String) -> String? {
        let known = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return known && (2...35).contains(text.utf8.count) ? text : nil
    }
}

/// What a posted walk says: where the person was, and what was pressed.
struct FlowEntry {
    enum Press: Equatable {
        case none, restart
        /// A connection, by its place.
        case open(Int)
        /// An entry of the walk to be reversed.
        case reverse(Int)
    }

    /// The connections performed before.
    let entries: [Int]
    let press: Press
    /// The tab that is chosen, or the screen that a form inside was posted from, by its key.
    let target: String?

    /// Reads the fields of the walk that lies so many documents deep.
    init(_ options: PreviewOptions, depth: Int) {
        let fields = options.submitted ? options.data.suffix(400) : []
        func value(_ name: String) -> String? { fields.last { $0.name == name + String(depth) }?.value }
        entries = (value("_walk") ?? "").split(separator: ",").prefix(FlowWalk.limit).compactMap { Int($0) }
        target = value("_at")
        let word = value("_go") ?? ""
        if word == "restart" {
            press = .restart
        } else if word.hasPrefix("back:"), let entry = Int(word.dropFirst(5)) {
            press = .reverse(entry)
        } else if let place = Int(word) {
            press = .open(place)
        } else {
            press = .none
        }
    }

    /// The name of the buttons of a walk that lies so many documents deep.
    static func press(_ depth: Int) -> String { "_go\(depth)" }

    /// Where a walk posts: back to its screen, however much stands above it on the page.
    static func action(_ address: String) -> String { address.contains("#") ? address : address + "#flow-walk" }

    /// The fields that keep a walk between posts.
    static func fields(_ walk: FlowWalk, depth: Int) -> [PreviewOptions.Field] {
        let entries = walk.entries.map(String.init).joined(separator: ",")
        return [PreviewOptions.Field(name: "_walk\(depth)", value: entries)]
    }
}

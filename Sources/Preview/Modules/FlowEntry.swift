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
    /// What was typed in modules that were left before, and in the forms that are shown beside the posted one.
    let kept: FlowKept
    /// What stood in the controls of the module that the post came from; empty where that module holds none.
    let controls: [PreviewOptions.Field]
    /// The tab that is chosen, or the screen that a form inside was posted from, by its key.
    let target: String?

    /// Reads the fields of the walk that lies so many documents deep.
    init(_ options: PreviewOptions, depth: Int) {
        let fields = options.submitted ? options.data.prefix(5_000) : []
        func value(_ name: String) -> String? { fields.last { $0.name == name + String(depth) }?.value }
        entries = (value("_walk") ?? "").split(separator: ",").prefix(FlowWalk.limit).compactMap { Int($0) }
        target = value("_at")
        // What a module holds is nothing of the walks that lead to it.
        let own = Set(["_walk", "_at", "_kept", "_also", "_go"].flatMap { name in (0...depth).map { "\(name)\($0)" } })
        var kept = FlowKept(parsing: value("_kept") ?? "")
        for (key, fields) in FlowKept(parsing: value("_also") ?? "").all {
            kept.keep(fields.filter { !own.contains($0.name) }, at: key)
        }
        self.kept = kept
        controls = fields.filter { !own.contains($0.name) }
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
        let walked = PreviewOptions.Field(name: "_walk\(depth)", value: entries)
        let kept = walk.kept.text
        return kept.isEmpty ? [walked] : [walked, PreviewOptions.Field(name: "_kept\(depth)", value: kept)]
    }
}

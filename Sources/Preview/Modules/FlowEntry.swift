/// The posted state of a walk (``FlowWalk``): the connections performed so far, the pressed button, and the values of
/// fields.
struct FlowEntry {
    enum Press: Equatable {
        case none, restart
        /// Performs the connection with an index in the flow.
        case open(Int)
        /// Reverses the connection with an index in the walk.
        case reverse(Int)
    }

    /// The connections performed before the post, by their indexes in the flow.
    let entries: [Int]
    let press: Press
    /// The values typed in modules that were left, and in forms of the page other than the posted one.
    let kept: FlowFieldValues
    /// The posted fields of the module's form; empty if the module has none.
    let controls: [PreviewOptions.Field]
    /// The key of the chosen tab, or of the screen whose form was posted.
    let target: String?

    /// Reads the fields of the walk of the flow nested in `depth` other documents.
    init(_ options: PreviewOptions, depth: Int) {
        let fields = options.submitted ? options.data.prefix(FrameLimits.postedFields) : []
        func value(_ name: String) -> String? { fields.last { $0.name == name + String(depth) }?.value }
        entries = (value("_walk") ?? "").split(separator: ",").prefix(FlowWalk.limit).compactMap { Int($0) }
        target = value("_at")
        // Fields of this walk and of outer walks do not belong to the module.
        let own = Set(["_walk", "_at", "_kept", "_also", "_go"].flatMap { name in (0...depth).map { "\(name)\($0)" } })
        var kept = FlowFieldValues(parsing: value("_kept") ?? "")
        for (key, fields) in FlowFieldValues(parsing: value("_also") ?? "").all {
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

    /// Returns the HTML name of a walk's buttons at a nesting depth.
    static func buttonName(_ depth: Int) -> String { "_go\(depth)" }

    /// Returns the name of the field that lists the connections of a walk at a nesting depth.
    static func walkFieldName(_ depth: Int) -> String { "_walk\(depth)" }

    /// Returns the URL that the buttons of a walk post to. A URL without a fragment gets the one that scrolls to the
    /// screen.
    static func action(_ address: String) -> String { address.contains("#") ? address : address + "#flow-walk" }

    /// Returns the hidden fields that keep a walk until the next post.
    static func fields(_ walk: FlowWalk, depth: Int) -> [PreviewOptions.Field] {
        let entries = walk.entries.map(String.init).joined(separator: ",")
        let walked = PreviewOptions.Field(name: walkFieldName(depth), value: entries)
        let kept = walk.kept.text
        return kept.isEmpty ? [walked] : [walked, PreviewOptions.Field(name: "_kept\(depth)", value: kept)]
    }
}

import JSONText

/// The edits of a document for one client version, by the byte offset of the edited value.
struct AssemblyEdits {
    private(set) var edits: [Int: JSONEdit] = [:]

    /// Creates a single edit.
    init(_ edit: JSONEdit, of value: JSONValue) { edits = [value.range.lowerBound: edit] }

    /// Creates an empty set of edits.
    init() {}

    /// Returns true if one of the edits replaces this value by another value of the document.
    func replaces(_ value: JSONValue) -> Bool {
        if case .value? = edits[value.range.lowerBound] { true } else { false }
    }

    var isEmpty: Bool { edits.isEmpty }

    /// Adds the edits of another set.
    mutating func formUnion(_ other: AssemblyEdits) {
        if edits.isEmpty {
            edits = other.edits
        } else {
            for (offset, edit) in other.edits {
                if let own = edits[offset], own.strength >= edit.strength { continue }
                edits[offset] = edit
            }
        }
    }
}

extension JSONEdit {
    /// The precedence among edits of the same value: omission takes precedence over replacement.
    fileprivate var strength: Int {
        switch self {
        case .string: 0
        case .value: 1
        case .omission: 2
        }
    }
}

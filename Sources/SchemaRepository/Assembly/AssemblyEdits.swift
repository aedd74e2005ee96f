import JSONText

/// The edits of a document for one client version, by the offsets of the values they change.
struct AssemblyEdits {
    /// The edit of one value.
    enum Edit {
        /// Replaces it with another value of the same enumeration.
        case word(String)
        /// Replaces it with another value of the document, which may have edits itself.
        case value(JSONValue)
        /// Omits it, with its name if it is a member.
        case omission

        /// The precedence among edits of one value: an omitted value need not be replaced.
        fileprivate var strength: Int {
            switch self {
            case .word: 0
            case .value: 1
            case .omission: 2
            }
        }
    }

    private var edits: [Int: Edit] = [:]

    /// Creates a single edit.
    init(_ edit: Edit, of value: JSONValue) { edits = [value.range.lowerBound: edit] }

    /// Creates an empty set of edits.
    init() {}

    /// Returns true if another value replaces this one.
    func replaces(_ value: JSONValue) -> Bool {
        if case .value? = edits[value.range.lowerBound] { true } else { false }
    }

    var isEmpty: Bool { edits.isEmpty }

    /// Adds the edits of another set.
    mutating func formUnion(_ other: AssemblyEdits) {
        if edits.isEmpty {
            edits = other.edits
        } else {
            edits.merge(other.edits) { $0.strength >= $1.strength ? $0 : $1 }
        }
    }

    /// Returns the edited value: minified, with names in source order and numbers and strings as written.
    func text(of value: JSONValue) -> [UInt8] {
        guard !isEmpty else { return value.minified() }
        var writer = JSONWriter()
        let places = edits.keys.sorted()
        write(value, to: &writer, places: places)
        return writer.bytes
    }

    private func write(_ value: JSONValue, to writer: inout JSONWriter, places: [Int]) {
        switch edits[value.range.lowerBound] {
        case .word(let word): writer.string(word)
        case .value(let other): write(other, to: &writer, places: places)
        case .omission, nil:
            guard hasEdit(inside: value, places) else { return writer.raw(value) }
            if value.kind == .array {
                writer.beginArray()
                for element in value.elements where !isLeftOut(element) {
                    write(element, to: &writer, places: places)
                }
                writer.endArray()
            } else {
                writer.beginObject()
                for member in value.members where !isLeftOut(member.value) {
                    writer.rawName(of: member)
                    write(member.value, to: &writer, places: places)
                }
                writer.endObject()
            }
        }
    }

    private func isLeftOut(_ value: JSONValue) -> Bool {
        if case .omission? = edits[value.range.lowerBound] { true } else { false }
    }

    /// Returns true if there is an edit inside a value; `places` are the ascending offsets of edited values.
    private func hasEdit(inside value: JSONValue, _ places: [Int]) -> Bool {
        guard value.kind == .array || value.kind == .object else { return false }
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] <= value.range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < places.count && places[low] < value.range.upperBound
    }
}

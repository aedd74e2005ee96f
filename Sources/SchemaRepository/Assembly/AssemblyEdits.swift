import JSONText

/// The changes in a document before clients of one version are given it: values by where they begin in the text.
struct AssemblyEdits {
    /// The change of one value.
    enum Edit {
        /// Another word of the same enumeration stands in its place.
        case word(String)
        /// Another value of the document stands in its place, itself with the edits inside it.
        case value(JSONValue)
        /// It is left out, with its name where it is a member.
        case omission

        /// Of two edits of one value the stronger one is made: what is left out need not be replaced as well.
        fileprivate var strength: Int {
            switch self {
            case .word: 0
            case .value: 1
            case .omission: 2
            }
        }
    }

    private var edits: [Int: Edit] = [:]

    /// The one edit of a value.
    init(_ edit: Edit, of value: JSONValue) { edits = [value.range.lowerBound: edit] }

    /// Nothing changes.
    init() {}

    /// True if another value stands in the place of one.
    func replaces(_ value: JSONValue) -> Bool {
        if case .value? = edits[value.range.lowerBound] { true } else { false }
    }

    var isEmpty: Bool { edits.isEmpty }

    /// Adds the edits of others.
    mutating func formUnion(_ other: AssemblyEdits) {
        if edits.isEmpty {
            edits = other.edits
        } else {
            edits.merge(other.edits) { $0.strength >= $1.strength ? $0 : $1 }
        }
    }

    /// The value with its edits made: minified, names in source order, numbers and strings as they are written.
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

    /// True if something inside a value changes, `places` being where edited values begin, ascending.
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

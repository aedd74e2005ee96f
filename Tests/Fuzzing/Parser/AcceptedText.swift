internal import FuzzingSupport
internal import JSONText

/// The properties that hold for every accepted text.
struct AcceptedText {
    /// The maximum number of values to check one by one.
    private static let mostValues = 48

    private let document: JSONDocument
    private let root: JSONValue
    /// The first values, in text order.
    private let values: [JSONValue]

    init(_ document: JSONDocument) {
        self.document = document
        root = document.root
        var values: [JSONValue] = []
        Self.collect(root, &values)
        self.values = values
    }

    private static func collect(_ value: JSONValue, _ values: inout [JSONValue]) {
        guard values.count < mostValues else { return }
        values.append(value)
        for element in value.elements { collect(element, &values) }
        for member in value.members { collect(member.value, &values) }
    }

    /// Ends the process at the first property that does not hold.
    func check() {
        checkForms()
        for value in values {
            checkPlaces(of: value)
            if let number = value.number { NumberPromises(number).check() }
        }
        checkDifferences()
    }

    /// Checks that every written form parses to an equal value, and that writing it again changes nothing.
    private func checkForms() {
        let minified = root.minified()
        let pretty = JSONFormatter.pretty(root)
        let canonical = JSONFormatter.canonical(root)
        promise(minified.count <= document.bytes.count, "the minified text is longer")
        for form in [minified, pretty, canonical] {
            let again = Self.read(form)
            promise(
                again.root.isEqual(to: root) && root.isEqual(to: again.root),
                "a form changed the value: \(shown(form))")
            promise(Self.hash(again.root) == Self.hash(root), "equal values hash differently: \(shown(form))")
            promise(
                JSONFormatter.canonical(again.root) == canonical,
                "a form has another canonical form: \(shown(form))")
            promise(JSONDiff(from: root, to: again.root).changes.isEmpty, "equal values differ: \(shown(form))")
        }
        promise(Self.read(pretty).root.minified() == minified, "the pretty form lost names, numbers or their order")
        promise(JSONFormatter.pretty(Self.read(minified).root) == pretty, "the pretty form depends on white space")
        promise(Self.read(canonical).root.minified() == canonical, "the canonical form has white space")
    }

    /// Checks that the pointer of a value leads back to it, and that its position matches a count of lines.
    private func checkPlaces(of value: JSONValue) {
        let pointer = value.pointer
        promise(root.value(at: pointer)?.range == value.range, "\(pointer) leads to another value")
        promise(JSONPointer(pointer.description) == pointer, "\(pointer) is changed by writing and reading it")
        promise(Self.read(value.rawBytes).root.isEqual(to: value), "the text at \(pointer) has another value")
        let place = document.range(of: value)
        promise(place.start == counted(value.range.lowerBound), "the value at \(pointer) does not start at \(place)")
        promise(place.end == counted(value.range.upperBound), "the value at \(pointer) does not end at \(place)")
    }

    /// Checks that two values differ exactly if they are unequal, and that the differences lie within them.
    private func checkDifferences() {
        for (old, new) in zip(values, values.dropFirst()) {
            let changes = JSONDiff(from: old, to: new).changes
            promise(
                changes.isEmpty == old.isEqual(to: new),
                "\(changes.count) changes between \(old.pointer) and \(new.pointer)")
            for change in changes {
                let isOldWithin = change.old.map { old.range.contains($0.range.lowerBound) } ?? (change.kind == .added)
                let isNewWithin =
                    change.new.map { new.range.contains($0.range.lowerBound) } ?? (change.kind == .removed)
                promise(isOldWithin && isNewWithin, "a difference outside of \(old.pointer) and \(new.pointer)")
            }
        }
    }

    /// Returns line and column, counted from the beginning of the text.
    private func counted(_ offset: Int) -> SourcePosition {
        var line = 1
        var start = 0
        let bytes = document.bytes
        for place in 0..<offset {
            let isReturn = bytes[place] == 0x0D && (place + 1 == bytes.count || bytes[place + 1] != 0x0A)
            guard bytes[place] == 0x0A || isReturn else { continue }
            line += 1
            start = place + 1
        }
        let column = String(decoding: bytes[start..<offset], as: UTF8.self).utf16.count + 1
        return SourcePosition(line: line, column: column, offset: offset)
    }

    private static func read(_ text: [UInt8]) -> JSONDocument {
        do throws(JSONSyntaxErrors) {
            return try JSONDocument(parsing: text, limits: JSONLimits(maximumBytes: JSONLimits.largestText))
        } catch {
            promise(false, "a text that Galley wrote is refused: \(error.errors) \(shown(text))")
            preconditionFailure("unreachable: a broken promise ends the process")
        }
    }

    private static func hash(_ value: JSONValue) -> Int {
        var hasher = Hasher()
        value.hash(into: &hasher)
        return hasher.finalize()
    }
}

/// Writes JSON sequentially and adds commas, colons and indentation.
///
/// The caller must name every member and close every container.
package struct JSONWriter: Sendable {
    /// True for one value per line with two spaces per level; false for no white space.
    package let pretty: Bool
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    private var depth = 0
    /// True if the innermost container is still empty.
    private var isFirst = true
    private var isAfterName = false

    /// Creates an empty writer.
    package init(pretty: Bool = false) {
        self.pretty = pretty
    }

    /// The text written so far.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Begins an object.
    package mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Ends the innermost object.
    package mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Begins an array.
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Ends the innermost array.
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Writes the name of the next member.
    package mutating func name(_ name: String) {
        beginItem()
        JSONQuoting.append(name.utf8, to: &bytes)
        endName()
    }

    /// Writes the name of a document's member exactly as it is in its text.
    package mutating func rawName(of member: JSONMember) {
        beginItem()
        bytes.append(contentsOf: member.storage.bytes[member.nameRange])
        endName()
    }

    /// Writes a string.
    package mutating func string(_ string: String) {
        beginItem()
        JSONQuoting.append(string.utf8, to: &bytes)
    }

    /// Writes a string from UTF-8 bytes.
    package mutating func string(utf8: [UInt8]) {
        beginItem()
        JSONQuoting.append(utf8, to: &bytes)
    }

    /// Writes an integer.
    package mutating func number(_ number: Int) {
        beginItem()
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Writes a number with its text unchanged.
    package mutating func number(_ number: JSONNumber) {
        beginItem()
        bytes.append(contentsOf: number.text.utf8)
    }

    /// Writes `true` or `false`.
    package mutating func bool(_ bool: Bool) {
        beginItem()
        bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    }

    /// Writes `null`.
    package mutating func null() {
        beginItem()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes the text of one JSON value unchanged.
    package mutating func raw(_ value: [UInt8]) {
        beginItem()
        bytes.append(contentsOf: value)
    }

    /// Writes a value of a document: numbers and strings as written there, with this writer's white space.
    package mutating func raw(_ value: JSONValue) {
        let storage = value.storage
        // The value may be the name of a member, whose `next` is a hash and not the index of the following node.
        let isContainer = value.kind == .array || value.kind == .object
        let end = isContainer ? Int(value.node.next) : value.index + 1
        var index = value.index
        // The end of each open container, innermost last.
        var open: [(end: Int, isObject: Bool)] = []
        var expectsName = false
        while index < end {
            let node = storage.nodes[index]
            if expectsName {
                beginItem()
                bytes.append(contentsOf: storage.bytes[node.range])
                endName()
                expectsName = false
                index += 1
                continue
            }
            if node.kind == .array || node.kind == .object {
                begin(node.kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
                open.append((Int(node.next), node.kind == .object))
            } else {
                beginItem()
                bytes.append(contentsOf: storage.bytes[node.range])
            }
            index += 1
            while let innermost = open.last, innermost.end == index {
                self.end(innermost.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                open.removeLast()
            }
            expectsName = open.last?.isObject ?? false
        }
    }

    private mutating func begin(_ bracket: UInt8) {
        beginItem()
        bytes.append(bracket)
        depth += 1
        isFirst = true
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        if !isFirst { newLine() }
        bytes.append(bracket)
        isFirst = false
    }

    private mutating func endName() {
        bytes.append(UInt8(ascii: ":"))
        if pretty { bytes.append(UInt8(ascii: " ")) }
        isAfterName = true
    }

    private mutating func beginItem() {
        if isAfterName {
            isAfterName = false
            isFirst = false
            return
        }
        guard depth > 0 else { return }
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        newLine()
    }

    private mutating func newLine() {
        guard pretty else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }
}

/// Writes JSON from beginning to end; commas, colons and indentation come by themselves.
///
/// It trusts its caller to name every member and to close what was begun.
package struct JSONWriter: Sendable {
    /// One value a line and two spaces a level, or no white space at all.
    package let pretty: Bool
    /// What has been written so far.
    package private(set) var bytes: [UInt8] = []

    private var depth = 0
    /// Whether nothing stands in the innermost container yet.
    private var isFirst = true
    private var isAfterName = false

    /// An empty writer.
    package init(pretty: Bool = false) {
        self.pretty = pretty
    }

    /// What has been written so far.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Opens an object.
    package mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Closes the innermost object.
    package mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Opens an array.
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Closes the innermost array.
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// The name of the member whose value comes next.
    package mutating func name(_ name: String) {
        beginItem()
        JSONQuoting.append(name.utf8, to: &bytes)
        endName()
    }

    /// The name of a document's member as it is written there; its value comes next.
    package mutating func rawName(of member: JSONMember) {
        beginItem()
        bytes.append(contentsOf: member.storage.bytes[member.nameRange])
        endName()
    }

    /// A string value.
    package mutating func string(_ string: String) {
        beginItem()
        JSONQuoting.append(string.utf8, to: &bytes)
    }

    /// A string value of bytes that are UTF-8 already.
    package mutating func string(utf8: [UInt8]) {
        beginItem()
        JSONQuoting.append(utf8, to: &bytes)
    }

    /// An integer value.
    package mutating func number(_ number: Int) {
        beginItem()
        bytes.append(contentsOf: String(number).utf8)
    }

    /// A number, with the text it was written with.
    package mutating func number(_ number: JSONNumber) {
        beginItem()
        bytes.append(contentsOf: number.text.utf8)
    }

    /// `true` or `false`.
    package mutating func bool(_ bool: Bool) {
        beginItem()
        bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    }

    /// `null`.
    package mutating func null() {
        beginItem()
        bytes.append(contentsOf: "null".utf8)
    }

    /// Bytes that are one JSON value already; written as they are.
    package mutating func raw(_ value: [UInt8]) {
        beginItem()
        bytes.append(contentsOf: value)
    }

    /// A value of a document: its numbers and strings as written there, the white space as everywhere else here.
    package mutating func raw(_ value: JSONValue) {
        let storage = value.storage
        // A name that is looked at as a value keeps something else in `next`.
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

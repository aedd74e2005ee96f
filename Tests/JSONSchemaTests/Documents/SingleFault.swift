import JSONText
import TestSupport

/// A valid document with one introduced fault; the fault depends only on the document and a number.
struct SingleFault {
    /// The way in which the document is changed.
    enum Change: CaseIterable {
        /// A member's name loses a letter.
        case misspelledName
        /// A member is missing.
        case missingMember
        /// A value has another type.
        case wrongType
        /// A string loses a letter.
        case misspelledText
    }

    let change: Change
    let bytes: [UInt8]
    /// The pointer of the invalid value; for a misspelt name or a missing member, that of the object.
    let place: JSONPointer
    let description: String

    /// Introduces the fault; nil if the document has no suitable place.
    init?(of document: JSONDocument, number: Int) {
        var random = SeededNumbers(seed: UInt64(document.bytes.count &* 1_000 &+ number))
        change = Change.allCases[number % Change.allCases.count]
        let values = Self.values(in: document.root)
        var text = document.bytes
        switch change {
        case .misspelledName, .missingMember:
            let objects = values.filter { $0.kind == .object && $0.count > 0 }
            guard let object = objects.randomElement(using: &random),
                let member = Array(object.members).randomElement(using: &random)
            else { return nil }
            place = object.pointer
            if change == .missingMember {
                text.replaceSubrange(object.range, with: Self.text(of: object, without: member.name))
            } else {
                guard let name = Self.shortened(text[member.nameRange], using: &random) else { return nil }
                text.replaceSubrange(member.nameRange, with: name)
            }
            description = "\(change) `\(member.name)` at `\(place)`"
        case .wrongType:
            guard let value = values.dropFirst().randomElement(using: &random) else { return nil }
            place = value.pointer
            let others = ["{}", "true", "7", "\"text\"", "[]"].filter { other in
                (try? JSONDocument(parsing: other).root.kind) != value.kind
            }
            let other = others.randomElement(using: &random) ?? "null"
            text.replaceSubrange(value.range, with: other.utf8)
            description = "\(other) at `\(place)`"
        case .misspelledText:
            guard let value = values.dropFirst().filter({ $0.kind == .string }).randomElement(using: &random),
                let short = Self.shortened(text[value.range], using: &random)
            else { return nil }
            place = value.pointer
            text.replaceSubrange(value.range, with: short)
            description = "\(String(decoding: short, as: UTF8.self)) at `\(place)`"
        }
        bytes = text
    }

    /// Returns a quoted string without one of its characters; nil unless the string has 3 to 40 ASCII characters and no
    /// escapes.
    private static func shortened(_ quoted: ArraySlice<UInt8>, using random: inout SeededNumbers) -> [UInt8]? {
        guard (5...42).contains(quoted.count), quoted.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) else {
            return nil
        }
        var text = Array(quoted)
        text.remove(at: Int.random(in: 1..<(text.count - 1), using: &random))
        return text
    }

    private static func text(of object: JSONValue, without name: String) -> [UInt8] {
        let kept = object.members.filter { $0.name != name }.map { $0.nameValue.rawBytes + [0x3A] + $0.value.rawBytes }
        return [0x7B] + Array(kept.joined(separator: [0x2C])) + [0x7D]
    }

    private static func values(in value: JSONValue) -> [JSONValue] {
        [value] + value.elements.flatMap(values) + value.members.flatMap { values(in: $0.value) }
    }
}

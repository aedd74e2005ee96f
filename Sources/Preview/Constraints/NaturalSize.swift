import JSONText

/// Estimates how large an element wants to be, from its texts and tokens; a browser with script measures instead.
struct NaturalSize {
    let vocabulary: Vocabulary
    /// Size of text relative to the design.
    let scale: Double

    struct Size {
        var width: Double
        var height: Double
    }

    /// The size of an element that may be at most `width` wide.
    func size(of value: JSONValue, as entity: Drawable, within width: Double, depth: Int = 0) -> Size {
        guard depth < 24 else { return Size(width: 0, height: 0) }
        var lengths: [String: Double] = [:]
        var font: (size: Double, line: Double, weight: Int)?
        for member in entity.shape.members {
            guard case .word(let id) = member.slot, let enumeration = vocabulary[id] else { continue }
            let word = value[member.name]?.string ?? entity.shape.defaults[member.name] ?? ""
            switch enumeration.words[word] ?? .none {
            case .length(let length): lengths[member.name] = length
            case .font(let size, let line, let weight, _): font = (size, line ?? size * 1.4, weight ?? 400)
            case .none, .color: break
            }
            if font == nil, enumeration.words.values.contains(where: { if case .font = $0 { true } else { false } }) {
                font = (16, 23.2, 400)
            }
        }
        let padding = lengths["padding"] ?? 0
        let inner = max(1, width - 2 * padding)
        var sizes: [Size] = []
        for member in entity.shape.members {
            guard let child = value[member.name] else { continue }
            sizes += parts(child, slot: member.slot, font: font, within: inner, depth: depth)
        }
        var size = Size(width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).reduce(0, +))
        if value["axis"]?.string == "horizontal" {
            size = Size(width: sizes.map(\.width).reduce(0, +), height: sizes.map(\.height).max() ?? 0)
        }
        let gaps = Double(max(0, sizes.count - 1)) * (lengths["spacing"] ?? 0)
        if value["axis"]?.string == "horizontal" { size.width += gaps } else { size.height += gaps }
        size.width += 2 * padding
        size.height += 2 * padding
        if let least = lengths["size"] {
            if font == nil, size.width > 0, size.height > 0, least > 30 { size.width += 12 }
            size.height = max(size.height, least)
            size.width = max(size.width, least)
        }
        return Size(width: min(size.width, width), height: size.height)
    }

    private func parts(
        _ value: JSONValue, slot: Slot, font: (size: Double, line: Double, weight: Int)?, within width: Double,
        depth: Int
    ) -> [Size] {
        switch slot {
        case .plain:
            guard let font, let text = value.string else { return [] }
            return [self.text(text, font: font, within: width)]
        case .entity(let id):
            guard value.kind == .object, let entity = vocabulary.entity(id, for: value), entity.kind != "action" else {
                return []
            }
            return [size(of: value, as: entity, within: width, depth: depth + 1)]
        case .list(let item):
            return value.elements.flatMap { parts($0, slot: item, font: font, within: width, depth: depth) }
        case .choice, .object, .word:
            return []
        }
    }

    /// Lines broken between words, as wide as the longest.
    private func text(_ text: String, font: (size: Double, line: Double, weight: Int), within width: Double) -> Size {
        let size = font.size * scale
        var lines = 1
        var current = 0.0
        var widest = 0.0
        for word in text.prefix(2_000).split(separator: " ", omittingEmptySubsequences: false) {
            let length = Self.width(of: word) * size * (font.weight >= 600 ? 1.06 : 1)
            let joined = current == 0 ? length : current + size * 0.28 + length
            if joined > width, current > 0 {
                lines += 1
                current = length
            } else {
                current = joined
            }
            widest = max(widest, current)
        }
        return Size(width: min(widest, width), height: Double(lines) * font.line * scale)
    }

    /// The width of a word in ems.
    private static func width(of word: some StringProtocol) -> Double {
        var width = 0.0
        for scalar in word.unicodeScalars {
            switch scalar.value {
            case 0x0300...0x036F, 0x064B...0x065F, 0x200B...0x200F, 0xFE0F: continue
            case 0x0590...0x08FF, 0xFB50...0xFEFF: width += 0.5
            case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60: width += 1
            case 0x0410...0x042F: width += 0.68
            case 0x0400...0x04FF: width += 0.6
            case 0x41...0x5A: width += 0.67
            case 0x30...0x39: width += 0.57
            case 0x21...0x2F, 0x3A...0x3F, 0x69, 0x6A, 0x6C: width += 0.31
            default: width += 0.56
            }
        }
        return width
    }
}

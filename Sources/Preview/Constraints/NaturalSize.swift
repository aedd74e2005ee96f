import JSONText

/// Estimates the natural size of an element from its texts, its tokens and the styles of its template; with script, the
/// browser measures instead.
struct NaturalSize {
    let vocabulary: Vocabulary
    /// The factor by which the preview scales texts; 1 is the size in the design.
    let scale: Double
    let isRightToLeft: Bool
    private let budget = Budget()

    init(vocabulary: Vocabulary, scale: Double, isRightToLeft: Bool) {
        self.vocabulary = vocabulary
        self.scale = scale
        self.isRightToLeft = isRightToLeft
    }

    /// The number of steps that the estimate may still make. It is limited because rows and constraint layouts can
    /// measure their content twice, so that the number of steps can grow exponentially with nesting.
    private final class Budget {
        var steps = 60_000
    }

    struct Size {
        var width: Double
        var height: Double
    }

    private struct Font {
        var size: Double
        var line: Double
        var weight: Int

        /// Applies the font properties of a style.
        mutating func take(_ style: BoxStyle) {
            if let size = style.fontSize {
                self.size = size
                line = size * (style.lineHeight ?? 1.45)
            }
            if let weight = style.fontWeight { self.weight = weight }
        }
    }

    /// Returns the estimated size of an element, at most `width` wide, in CSS pixels.
    func size(of value: JSONValue, as entity: DrawableEntity, within width: Double) -> Size {
        size(of: value, as: entity, within: width, font: Font(size: 16, line: 23.2, weight: 400), depth: 0)
    }

    private func size(
        of value: JSONValue, as entity: DrawableEntity, within width: Double, font outer: Font, depth: Int
    ) -> Size {
        budget.steps -= 1
        // Beyond the limits of nesting and steps, an element is not measured and counts as 40 pixels high and at most
        // 40 wide.
        guard depth < 24, budget.steps > 0 else { return Size(width: min(40, width), height: 40) }
        var font = outer
        var lengths: [String: Double] = [:]
        for member in entity.shape.members {
            guard case .enumeration(let id) = member.valueType, let enumeration = vocabulary[id],
                let word = value[member.name]?.string ?? entity.shape.defaults[member.name]
            else { continue }
            switch enumeration.enumValues[word] ?? .none {
            case .length(let length): lengths[member.name] = length
            case .font(let size, let line, let weight, _):
                font = Font(size: size, line: line ?? size * 1.45, weight: weight ?? 400)
            case .none, .color: break
            }
        }
        let box = BoxStyle(entity.template?.box ?? [:], lengths: lengths)
        font.take(box)
        let padding = lengths["padding"] ?? 0
        let inline = 2 * padding + box.inlinePadding
        let inner = max(1, width - inline)
        var size =
            layout(value, as: entity, within: inner, font: font, depth: depth)
            ?? content(value, as: entity, box: box, lengths: lengths, within: inner, font: font, depth: depth)
        size.width = max(size.width + inline, box.leastWidth)
        size.height = max(size.height + 2 * padding + box.blockPadding, box.leastHeight)
        return Size(width: min(size.width, width), height: size.height)
    }

    /// Returns the estimated size of a constraint layout; nil if the element is not a constraint layout or its
    /// constraints cannot be solved.
    private func layout(
        _ value: JSONValue, as entity: DrawableEntity, within width: Double, font: Font, depth: Int
    ) -> Size? {
        guard entity.layout == "constraints", case .list(.object(let child)) = entity.shape["elements"],
            case .entity(let id) = child["element"], let items = ConstrainedItem.all(in: value, path: "")
        else { return nil }
        return sizes(of: items, of: id, within: width, depth: depth + 1).map {
            Size(width: $0.least, height: $0.down.size)
        }
    }

    /// Returns the minimum width of a constraint layout, and the positions and sizes of its children at a given width;
    /// nil if the constraints cannot be solved.
    func sizes(
        of items: [ConstrainedItem], of id: String, within width: Double, depth: Int = 0
    ) -> (least: Double, across: ConstraintSolver.Solution, down: ConstraintSolver.Solution)? {
        func natural(_ item: ConstrainedItem, within width: Double) -> Size {
            guard let entity = vocabulary.entity(id, for: item.element) else { return Size(width: 40, height: 40) }
            let font = Font(size: 16, line: 23.2, weight: 400)
            return size(of: item.element, as: entity, within: max(1, width), font: font, depth: depth)
        }
        let wanted = items.map { natural($0, within: width) }
        let widths = wanted.map(\.width)
        let horizontal = ConstraintSolver(items: items, axis: .horizontal, isRightToLeft: isRightToLeft)
        let vertical = ConstraintSolver(items: items, axis: .vertical, isRightToLeft: isRightToLeft)
        guard let least = horizontal.solve(natural: widths, size: nil)?.size,
            let across = horizontal.solve(natural: widths, size: width)
        else { return nil }
        let heights = items.indices.map { number in
            let size = across.places[number].size
            // At its natural width a child has the height already measured.
            return abs(size - widths[number]) < 0.01
                ? wanted[number].height : natural(items[number], within: size).height
        }
        guard let down = vertical.solve(natural: heights, size: nil) else { return nil }
        return (least, across, down)
    }

    /// Returns the size of an element's texts and child elements, arranged in a row or a column.
    private func content(
        _ value: JSONValue, as entity: DrawableEntity, box: BoxStyle, lengths: [String: Double], within width: Double,
        font: Font, depth: Int
    ) -> Size {
        let isRow = value["axis"].map { $0.string == "horizontal" } ?? box.isRow
        func parts(_ room: (Int) -> Double) -> [Size] {
            var sizes: [Size] = []
            for member in entity.shape.members {
                guard let child = value[member.name] else { continue }
                if case .plain = member.valueType, entity.template?.texts.contains(member.name) != true { continue }
                var font = font
                if let part = entity.template?.parts[member.name] { font.take(BoxStyle(part, lengths: lengths)) }
                self.parts(child, valueType: member.valueType, font: font, room: room, depth: depth, into: &sizes)
            }
            return sizes
        }
        var sizes = parts { _ in width }
        let gaps = Double(max(0, sizes.count - 1)) * (lengths["spacing"] ?? box.gap)
        guard isRow else {
            return Size(
                width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).reduce(0, +) + gaps)
        }
        let natural = sizes.map(\.width)
        let wanted = natural.reduce(0, +)
        if value["distribution"]?.string == "fillEqually", !sizes.isEmpty {
            let share = max(1, (width - gaps) / Double(sizes.count))
            sizes = parts { _ in share }
        } else if wanted + gaps > width, wanted > 0 {
            let share = max(0, width - gaps) / wanted
            sizes = parts { natural.indices.contains($0) ? max(1, natural[$0] * share) : width }
        }
        return Size(width: wanted + gaps, height: sizes.map(\.height).max() ?? 0)
    }

    private func parts(
        _ value: JSONValue, valueType: ValueType, font: Font, room: (Int) -> Double, depth: Int,
        into sizes: inout [Size]
    ) {
        switch valueType {
        case .plain:
            guard let text = value.string, budget.steps > 0 else { return }
            budget.steps -= min(text.utf8.count, 4_000) / 20
            let lines = TextLines(
                text, fontSize: font.size * scale, isBold: font.weight >= 600, width: room(sizes.count))
            sizes.append(Size(width: lines.widest, height: Double(lines.count) * font.line * scale))
        case .entity(let id):
            guard value.kind == .object, let entity = vocabulary.entity(id, for: value), entity.kind != "action" else {
                return
            }
            sizes.append(size(of: value, as: entity, within: room(sizes.count), font: font, depth: depth + 1))
        case .list(let item):
            for element in value.elements.prefix(500) {
                parts(element, valueType: item, font: font, room: room, depth: depth, into: &sizes)
            }
        case .choice, .object, .enumeration:
            return
        }
    }
}

/// Writes a merged document from the bytes of its sources.
struct MergeWriter {
    var bytes: [UInt8] = []

    /// The values kept for each conflict.
    private let choices: [[JSONValue]]
    /// The choice for each conflict; used only for conflicts about the order of an array.
    private let orders: [MergeConflict.Choice]

    init(choices: [[JSONValue]], orders: [MergeConflict.Choice]) {
        self.choices = choices
        self.orders = orders
    }

    /// Appends the value that a plan describes.
    mutating func write(_ plan: MergePlan) {
        switch plan {
        case .value(let value): append(value.range, of: value)
        case .container(let shape, let parts): write(parts, in: shape)
        case .ordered(let conflict, let shape, let mine, let theirs):
            write(orders[conflict] == .theirs ? theirs : mine, in: shape)
        case .conflict(let conflict): for value in choices[conflict] { append(value.range, of: value) }
        }
    }

    /// Appends a container with the brackets and, where possible, the white space of `shape`.
    private mutating func write(_ parts: [MergePart], in shape: JSONValue) {
        let parts = parts.flatMap(chosen)
        let models = Self.firstEntries(of: shape)
        let (start, end) = (shape.range.lowerBound, shape.range.upperBound)
        append(start..<start + 1, of: shape)
        for (position, part) in parts.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            let entry = MergeEntry(of: part.origin)
            bytes += Self.space(before: entry, isFirst: position == 0, in: shape, like: models)
            if let member = part.member {
                append(member.nameRange.lowerBound..<member.value.range.lowerBound, of: member.value)
            }
            write(part.plan)
            let isLast = position == parts.count - 1
            if isLast { bytes += (models.first ?? entry)?.closingSpace ?? [] }
            if !isLast, let entry, Self.isEntry(entry, of: shape) { bytes += entry.spaceBeforeComma }
        }
        append(end - 1..<end, of: shape)
    }

    /// Returns one part for each value that is kept for a conflict; a part without a conflict is returned unchanged.
    private func chosen(_ part: MergePart) -> [MergePart] {
        guard case .conflict(let conflict) = part.plan else { return [part] }
        return choices[conflict].map { MergePart(member: part.member, plan: .value($0), origin: $0) }
    }

    private mutating func append(_ range: Range<Int>, of value: JSONValue) { bytes += value.storage.bytes[range] }

    /// Returns the white space to write before a part.
    ///
    /// A part of `shape` keeps its own white space, unless it has become the first part or is no longer the first. All
    /// other parts take the white space of a member or item of `shape`, if `shape` is not empty.
    private static func space(
        before entry: MergeEntry?, isFirst: Bool, in shape: JSONValue, like models: [MergeEntry]
    ) -> ArraySlice<UInt8> {
        let isLikeBefore = entry?.isFirst == isFirst
        if let entry, isLikeBefore, isEntry(entry, of: shape) { return entry.leadingSpace }
        if let model = models.first(where: { $0.isFirst == isFirst }) { return model.leadingSpace }
        if let entry, isLikeBefore { return entry.leadingSpace }
        return (models.first ?? entry)?.leadingSpace ?? []
    }

    private static func isEntry(_ entry: MergeEntry, of shape: JSONValue) -> Bool {
        entry.container.storage === shape.storage && entry.container.index == shape.index
    }

    private static func firstEntries(of container: JSONValue) -> [MergeEntry] {
        (container.elements.prefix(2) + container.members.prefix(2).map(\.value)).compactMap { MergeEntry(of: $0) }
    }
}

import JSONText
import TestSupport

/// A random document, edited on two sides, with the expected merged document and the overlaps of the edits.
struct MergeTrial {
    private(set) var base: EditedValue
    private(set) var mine: EditedValue
    private(set) var theirs: EditedValue
    /// The document with the edits of both sides, and with my value where the edits overlap.
    private(set) var both: EditedValue
    /// The pointers of the overlaps, sorted.
    private(set) var overlaps: [String] = []

    private var numbers: SeededNumbers
    private var lastNumber = 0

    init(seed: UInt64) {
        numbers = SeededNumbers(seed: seed)
        base = .scalar("0")
        (mine, theirs, both) = (base, base, base)
        base = document(depth: Int.random(in: 1...4, using: &numbers))
        (mine, theirs, both) = edited(base, at: "") ?? (base, base, base)
        overlaps.sort()
    }

    /// Returns the difference between a merge and the expected result; nil if there is none.
    func problem(of merging: MergePropertyTests.Merging) throws -> String? {
        let documents = try [base, mine, theirs].map { try JSONDocument(parsing: $0.text) }
        let result = merging(documents[0], documents[1], documents[2])
        let sides = "base \(base.text)\nmine \(mine.text)\ntheirs \(theirs.text)\n"
        guard result.conflicts.sorted() == overlaps else {
            return "\(sides)conflicts \(result.conflicts), overlaps \(overlaps)"
        }
        let merged = try JSONDocument(parsing: result.text).root
        guard merged.isEqual(to: try JSONDocument(parsing: both.text).root) else {
            return "\(sides)merged \(merged.rawText)\nexpected \(both.text)"
        }
        return nil
    }

    // MARK: Documents

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < percent }

    /// Returns a different scalar at each call.
    private mutating func scalar() -> EditedValue {
        lastNumber += 1
        return .scalar(
            ["\(lastNumber)", "\(lastNumber).50", "\"t\(lastNumber)\\u00e9\"", "-\(lastNumber)e1"]
                .randomElement(using: &numbers) ?? "")
    }

    private mutating func document(depth: Int) -> EditedValue {
        let count = Int.random(in: 0...5, using: &numbers)
        guard depth > 0, count > 0 else { return scalar() }
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0, 1: return .object((0..<count).map { ("m\($0)", document(depth: depth - 1)) })
        case 2, 3: return .array((0..<count).map { _ in item(depth: depth - 1) })
        default: return .array((0..<count).map { _ in scalar() })
        }
    }

    /// Returns an object with an identifier that no other item has.
    private mutating func item(depth: Int) -> EditedValue {
        lastNumber += 1
        let identifier = ["tag", "id", "key", "name"].randomElement(using: &numbers) ?? ""
        let value = document(depth: depth)
        return .object([(identifier, .scalar("\"i\(lastNumber)\"")), ("value", value)])
    }

    // MARK: Edits

    /// A value on my side, on their side, and in the expected merge, which has my value where the edits overlap.
    private typealias Sides = (mine: EditedValue, theirs: EditedValue, both: EditedValue)

    /// Edits a value on one side, on both or on neither.
    private mutating func edited(_ value: EditedValue, at pointer: String) -> Sides? {
        if chance(12) {
            // My side replaces the value. Theirs makes the same change, another change, or none.
            let mine = scalar()
            if chance(20) { return (mine, mine, mine) }
            if chance(40) {
                overlaps.append(pointer)
                return (mine, scalar(), mine)
            }
            return (mine, value, mine)
        }
        if chance(12) {
            let theirs = scalar()
            return (value, theirs, theirs)
        }
        switch value {
        case .scalar: return (value, value, value)
        case .object(let members): return editedMembers(members, at: pointer)
        case .array(let items): return editedItems(items, at: pointer)
        }
    }

    private mutating func editedMembers(_ members: [(String, EditedValue)], at pointer: String) -> Sides {
        var (mine, theirs, both): ([(String, EditedValue)], [(String, EditedValue)], [(String, EditedValue)]) = (
            [], [], []
        )
        for (name, value) in members {
            let isIdentifier = name != "value" && !name.hasPrefix("m")
            let place = "\(pointer)/\(name)"
            let removal = isIdentifier || name == "value" ? 99 : Int.random(in: 0..<100, using: &numbers)
            switch removal {
            // My side removes the member.
            case 0..<5: theirs.append((name, value))
            // Their side removes it.
            case 5..<10: mine.append((name, value))
            // My side removes it, and theirs changes it.
            case 10..<13:
                theirs.append((name, scalar()))
                overlaps.append(place)
            // Their side removes it, and mine changes it.
            case 13..<16:
                let changed = scalar()
                mine.append((name, changed))
                both.append((name, changed))
                overlaps.append(place)
            // Both sides remove it.
            case 16..<18: break
            default:
                guard !isIdentifier, let sides = edited(value, at: place) else {
                    mine.append((name, value))
                    theirs.append((name, value))
                    both.append((name, value))
                    continue
                }
                mine.append((name, sides.mine))
                theirs.append((name, sides.theirs))
                both.append((name, sides.both))
            }
        }
        if chance(15) {
            let added = scalar()
            mine.append(("mine", added))
            both.append(("mine", added))
        }
        if chance(15) {
            let added = scalar()
            theirs.append(("theirs", added))
            both.append(("theirs", added))
        }
        if chance(8) {
            let (first, second) = (scalar(), scalar())
            let isSame = chance(30)
            mine.append(("new", first))
            theirs.append(("new", isSame ? first : second))
            both.append(("new", first))
            if !isSame { overlaps.append("\(pointer)/new") }
        }
        if chance(20) { mine.shuffle(using: &numbers) }
        return (.object(mine), .object(theirs), .object(both))
    }

    /// Edits the items and removes some on both sides; then either moves items or adds some.
    private mutating func editedItems(_ items: [EditedValue], at pointer: String) -> Sides {
        let isIdentified = items.allSatisfy(\.isObject)
        // Without identifiers, an item that is added where another was removed is matched with the removed one.
        let removes = isIdentified || chance(50)
        let adds = isIdentified || !removes
        // Each slot holds one item of the base in three forms: on each side and in the merge; nil where it is removed.
        var slots: [(mine: EditedValue?, theirs: EditedValue?, both: EditedValue?)] = []
        for (position, item) in items.enumerated() {
            // Without identifiers, a changed item may be matched with any other item, so items are not changed.
            let sides: Sides = isIdentified ? edited(within: item, at: "\(pointer)/\(position)") : (item, item, item)
            switch removes ? Int.random(in: 0..<100, using: &numbers) : 99 {
            case 0..<8 where sides.theirs == item: slots.append((nil, sides.theirs, nil))
            case 8..<16 where sides.mine == item: slots.append((sides.mine, nil, nil))
            case 16..<18 where sides.mine == item && sides.theirs == item: slots.append((nil, nil, nil))
            default: slots.append((sides.mine, sides.theirs, sides.both))
            }
        }
        if chance(25) { return moved(slots, at: pointer) }

        var (mine, theirs, both): ([EditedValue], [EditedValue], [EditedValue]) = ([], [], [])
        // The position of the last item that each side kept. Items that are added next follow it.
        var (myGap, theirGap) = (-1, -1)
        var additions: [Int: (mine: [EditedValue], theirs: [EditedValue])] = [:]
        for position in -1..<slots.count {
            if position >= 0 {
                if let item = slots[position].mine {
                    mine.append(item)
                    myGap = position
                }
                if let item = slots[position].theirs {
                    theirs.append(item)
                    theirGap = position
                }
            }
            if adds, chance(12) {
                let added = isIdentified ? item(depth: 1) : scalar()
                mine.append(added)
                additions[myGap, default: ([], [])].mine.append(added)
            }
            if adds, chance(12) {
                let added = isIdentified ? item(depth: 1) : scalar()
                theirs.append(added)
                additions[theirGap, default: ([], [])].theirs.append(added)
            }
        }
        for position in -1..<slots.count {
            if position >= 0, let item = slots[position].both { both.append(item) }
            let added = additions[position] ?? ([], [])
            if !added.mine.isEmpty, !added.theirs.isEmpty { overlaps.append("\(pointer)/\(position + 1)") }
            both += added.mine.isEmpty ? added.theirs : added.mine
        }
        return (.array(mine), .array(theirs), .array(both))
    }

    /// Edits an item without replacing it, so that it keeps its identifier.
    private mutating func edited(within item: EditedValue, at pointer: String) -> Sides {
        guard case .object(let members) = item else { return (item, item, item) }
        return editedMembers(members, at: pointer)
    }

    private typealias Slot = (mine: EditedValue?, theirs: EditedValue?, both: EditedValue?)

    /// Moves one item on one side, or one item on each side.
    private mutating func moved(_ slots: [Slot], at pointer: String) -> Sides {
        var (myOrder, theirOrder) = (Array(slots.indices), Array(slots.indices))
        Self.moveOne(in: &myOrder, &numbers)
        if chance(40) { Self.moveOne(in: &theirOrder, &numbers) }
        if chance(50) { swap(&myOrder, &theirOrder) }
        let common = { (order: [Int]) in order.filter { slots[$0].mine != nil && slots[$0].theirs != nil } }
        let (mine, theirs) = (common(myOrder), common(theirOrder))
        let isMineMoved = mine != mine.sorted()
        let isTheirsMoved = theirs != theirs.sorted()
        if isMineMoved, isTheirsMoved, mine != theirs { overlaps.append(pointer) }
        let order = isMineMoved ? myOrder : theirOrder
        return (
            .array(myOrder.compactMap { slots[$0].mine }), .array(theirOrder.compactMap { slots[$0].theirs }),
            .array(order.compactMap { slots[$0].both })
        )
    }

    private static func moveOne(in order: inout [Int], _ numbers: inout SeededNumbers) {
        guard let from = order.indices.randomElement(using: &numbers) else { return }
        let moved = order.remove(at: from)
        order.insert(moved, at: Int.random(in: 0...order.count, using: &numbers))
    }
}

/// A JSON value that can be edited. Its text is computed and has no formatting of its own.
indirect enum EditedValue: Equatable {
    case scalar(String)
    case object([(String, EditedValue)])
    case array([EditedValue])

    var isObject: Bool { if case .object = self { true } else { false } }

    var text: String {
        switch self {
        case .scalar(let text): text
        case .object(let members): "{" + members.map { "\"\($0.0)\": \($0.1.text)" }.joined(separator: ", ") + "}"
        case .array(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
        }
    }

    static func == (left: EditedValue, right: EditedValue) -> Bool { left.text == right.text }
}

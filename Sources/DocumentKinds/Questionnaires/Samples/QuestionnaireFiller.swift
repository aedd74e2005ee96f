import JSONText
import SchemaRepository

/// Fills the cells of a questionnaire one after another, beginning with those on which others depend.
struct QuestionnaireFiller {
    let circumstances: QuestionnaireCircumstances
    /// The switches of the questionnaire that hide cells.
    var hiders: [QuestionnaireCell] = []
    /// The visible cells without a value. A cell in a list occurs once for each entry in which its value is missing,
    /// before the cells around the list.
    private(set) var unfilled: [QuestionnaireSample.Unfilled] = []
    private var scope: CellScope
    private var filledComposites: Set<JSONName> = []
    private let clock = WorkClock()
    /// The maximum duration of the search for the values of all cells.
    private static let duration = Duration.milliseconds(1_500)
    /// The maximum duration of the search for the value of one cell.
    private static let cellDuration = Duration.milliseconds(300)

    init(circumstances: QuestionnaireCircumstances) {
        self.circumstances = circumstances
        scope = CellScope(dates: DateResolver(today: circumstances.today))
    }

    /// A cell other than a composite, with the composites that contain it. `preset` is its preferred value, from
    /// `presets` or from the test or initial value of a composite.
    private struct Leaf {
        let cell: QuestionnaireCell
        let around: [QuestionnaireCell]
        let preset: JSONValue?
        var key: String { cell.key ?? "" }
    }

    /// Returns the members for sibling cells in their order. `presets` are preferred values by key.
    mutating func fill(_ cells: [QuestionnaireCell], presets: [JSONName: JSONValue]) -> [SampleMember] {
        let leaves = Self.leaves(of: cells, around: [], presets: presets)
        var empty: [JSONName: QuestionnaireSample.Reason] = [:]
        for leaf in ordered(leaves) {
            guard !isHidden(leaf) else { continue }
            if let parent = emptyParent(of: leaf) {
                empty[JSONName(leaf.key)] = .waitsForParent(parent)
            } else if let value = value(of: leaf) {
                scope.values[JSONName(leaf.key)] = value.root
                // As in `QuestionnaireState`, a switch that is off does not fill a composite.
                guard leaf.cell.kind != "switch" || value.root.boolean == true else { continue }
                filledComposites.formUnion(leaf.around.compactMap { $0.key.map { JSONName($0) } })
            } else {
                empty[JSONName(leaf.key)] = .noValue
            }
        }
        unfilled += leaves.compactMap { leaf in
            empty[JSONName(leaf.key)].map { QuestionnaireSample.Unfilled(key: leaf.key, reason: $0) }
        }
        return members(cells)
    }

    private static func leaves(
        of cells: [QuestionnaireCell], around: [QuestionnaireCell], presets: [JSONName: JSONValue]
    ) -> [Leaf] {
        cells.flatMap { cell -> [Leaf] in
            let preset = presets[JSONName(cell.key ?? "")]
            guard cell.kind == "composite" else { return [Leaf(cell: cell, around: around, preset: preset)] }
            let named = preset ?? cell.value["testValue"] ?? cell.value["initialValue"]
            let inner = Dictionary(
                (named?.members).map { $0.map { (JSONName(of: $0), $0.value) } } ?? [],
                uniquingKeysWith: { first, _ in first })
            return leaves(of: cell.cells, around: around + [cell], presets: inner)
        }
    }

    private func members(_ cells: [QuestionnaireCell]) -> [SampleMember] {
        cells.compactMap { cell in
            guard let key = cell.key else { return nil }
            if cell.kind != "composite" {
                return scope.values[JSONName(key)].flatMap(SampleValue.init(written:))
                    .map { SampleMember(name: key, value: $0) }
            }
            let inner = members(cell.cells)
            return inner.isEmpty ? nil : SampleValue(members: inner).map { SampleMember(name: key, value: $0) }
        }
    }

    /// Sorts cells so that those on which others depend come first. A cycle of dependencies is broken at any of its
    /// cells.
    private func ordered(_ leaves: [Leaf]) -> [Leaf] {
        var places: [JSONName: [Int]] = [:]
        for (place, leaf) in leaves.enumerated() {
            for cell in leaf.around + [leaf.cell] { places[JSONName(cell.key ?? ""), default: []].append(place) }
        }
        var needs = leaves.map { leaf in
            (leaf.around + [leaf.cell]).flatMap { Self.references(of: $0) }.flatMap { places[JSONName($0)] ?? [] }
        }
        for (place, leaf) in leaves.enumerated() {
            let hidden = Self.hidden(by: leaf.cell).flatMap { places[JSONName($0)] ?? [] }
            for other in hidden { needs[other].append(place) }
        }
        var order: [Leaf] = []
        var isVisited = Array(repeating: false, count: leaves.count)
        for place in leaves.indices where !isVisited[place] {
            // An explicit stack instead of recursion, because thousands of cells may wait for one another in a chain.
            var open = [(place: place, next: 0)]
            isVisited[place] = true
            while let (place, next) = open.last {
                guard next < needs[place].count else {
                    order.append(leaves[place])
                    open.removeLast()
                    continue
                }
                open[open.count - 1].next += 1
                let need = needs[place][next]
                if !isVisited[need] {
                    isVisited[need] = true
                    open.append((place: need, next: 0))
                }
            }
        }
        return order
    }

    /// Returns the keys of the cells that must be filled first, including those that cells inside a list refer to.
    private static func references(of cell: QuestionnaireCell) -> [String] {
        let own = CellReference.all(in: cell).compactMap { reference -> String? in
            if case .hidden = reference.role { return nil }
            return reference.key
        }
        return own + (cell.kind == "list" ? cell.cells.flatMap { references(of: $0) } : [])
    }

    private static func hidden(by cell: QuestionnaireCell) -> [String] {
        cell.value["hides"].map { $0.elements.compactMap(\.string) } ?? []
    }

    private func isHidden(_ leaf: Leaf) -> Bool {
        (leaf.around + [leaf.cell]).contains { cell in
            if let rule = cell.value["isHidden"] {
                if rule.boolean == true || rule.kind == .object && scope.holds(rule["when"]) { return true }
            }
            return hiders.contains { hider in
                scope.values[JSONName(hider.key ?? "")]?.boolean == true
                    && Self.hidden(by: hider).containsExactly(cell.key ?? "")
            }
        }
    }

    private func emptyParent(of leaf: Leaf) -> String? {
        (leaf.around + [leaf.cell]).flatMap { cell in
            cell.value["parentFields"].map { $0.elements.compactMap(\.string) } ?? []
        }.first { parent in !isFilled(parent) }
    }

    /// Returns true if the cell with that key has a value, or is a composite with a filled cell, other than a switch
    /// that is off.
    private func isFilled(_ key: String) -> Bool {
        scope.values[JSONName(key)] != nil || filledComposites.contains(JSONName(key))
    }

    private mutating func value(of leaf: Leaf) -> SampleValue? {
        if leaf.cell.kind == "list" { return entries(of: leaf) }
        let demand = CellDemand(leaf.cell, in: scope)
        let written = [leaf.preset, leaf.cell.value["testValue"], leaf.cell.value["initialValue"]].compactMap(\.self)
        let list = leaf.cell.value["optionList"] ?? leaf.cell.value["source"]
        let parents = (leaf.cell.value["parentFields"].map { Array($0.elements) } ?? []).compactMap(\.string)
        let chosen = parents.compactMap { scope.values[JSONName($0)]?.string }
        let item = list?.string.flatMap { circumstances.firstItem($0, chosen) }.flatMap { SampleValue($0) }
        if let value = written.compactMap(demand.value(written:)).first(where: demand.accepts) { return value }
        let sampling = SampleOptions(
            maximumDuration: min(Self.cellDuration, Self.duration - clock.elapsed), language: circumstances.language)
        let made = demand.suggestions(
            firstItem: item, hidesCells: !Self.hidden(by: leaf.cell).isEmpty, options: sampling)
        return made.first(where: demand.accepts)
    }

    /// Returns the entries in a list's preset, test or initial value, with their empty cells filled in; without such
    /// entries, one generated entry.
    private mutating func entries(of leaf: Leaf) -> SampleValue? {
        let written = [leaf.preset, leaf.cell.value["testValue"], leaf.cell.value["initialValue"]].compactMap(\.self)
        let named = written.first { $0.kind == .array && $0.count > 0 }.map { Array($0.elements) } ?? []
        let outside = scope
        let presets =
            named.isEmpty
            ? [[:]]
            : named.map { entry in
                Dictionary(
                    entry.members.map { (JSONName(of: $0), $0.value) }, uniquingKeysWith: { first, _ in first })
            }
        let entries = presets.compactMap { presets -> SampleValue? in
            scope = outside
            let members = fill(leaf.cell.cells, presets: presets)
            return members.isEmpty ? nil : SampleValue(members: members)
        }
        scope = outside
        return entries.isEmpty ? nil : SampleValue(elements: entries)
    }
}

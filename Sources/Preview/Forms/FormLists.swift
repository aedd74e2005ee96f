import JSONText

/// The option lists that the fields of a form choose from.
final class FormLists {
    /// Items of one branch that are offered at most.
    static let limit = 1_000
    /// Levels of a tree of items at most.
    static let depthLimit = 8

    /// An item of a list.
    struct Item {
        let choice: FormField.Choice
        let parent: String?

        var key: String { choice.value.text }
    }

    /// The part of a list that a field offers.
    struct Part: Hashable {
        let list: String
        /// The items, or whole branches, to choose from; nil for all.
        let only: [String]?
    }

    /// What a field offers of a list: a level for every item that is chosen, and one for its children.
    struct Levels {
        var levels: [[FormField.Choice]] = []
        /// The chosen items, from the top.
        var path: [String] = []
        /// A key of `FrameWords` where the list cannot be looked up.
        var trouble: String?
    }

    private let lookups: OptionLookups
    private var known: [OptionQuery: Found] = [:]

    private struct Found {
        var items: [Item] = []
        var trouble: String?
    }

    init(_ sources: PreviewSources) { lookups = OptionLookups(sources) }

    /// The items on the way to a value, and those below it.
    func levels(of part: Part, to value: String) -> Levels {
        let top = top(of: part)
        var result = Levels(levels: [top.items.map(\.choice)], trouble: top.trouble)
        guard top.trouble == nil, !value.isEmpty else { return result }
        for key in way(to: value, from: top.items, in: part) {
            result.path.append(key)
            let below = children(of: key, in: part)
            if !below.isEmpty { result.levels.append(below.map(\.choice)) }
        }
        return result
    }

    /// The item that several controls of one field choose, each below the one before; nil where nothing is chosen.
    func chosen(_ keys: [String], in part: Part) -> String? {
        var items = top(of: part).items
        var last: String?
        for key in keys {
            guard items.contains(where: { $0.key == key }) else { break }
            last = key
            items = children(of: key, in: part)
        }
        return last
    }

    /// All items, whatever their parents, for controls that show them side by side.
    func all(of part: Part) -> Levels {
        let found = found(OptionQuery(list: part.list, limit: 100, only: part.only))
        return Levels(levels: [found.items.map(\.choice)], trouble: found.trouble)
    }

    private func top(of part: Part) -> Found {
        guard let only = part.only else { return found(OptionQuery(list: part.list, limit: 100, branch: .roots)) }
        var found = found(OptionQuery(list: part.list, limit: 100, only: only))
        found.items.removeAll { item in item.parent.map(only.contains) ?? false }
        return found
    }

    /// What is below an item: of a list that is limited, what the limit names there, or else everything.
    private func children(of key: String, in part: Part) -> [Item] {
        let all = found(OptionQuery(list: part.list, limit: 100, branch: .children(of: key))).items
        let named = all.filter { part.only?.contains($0.key) ?? true }
        return named.isEmpty ? all : named
    }

    /// The keys from one of the top items down to a value; empty where the list has no such value.
    private func way(to value: String, from top: [Item], in part: Part) -> [String] {
        var way: [String] = []
        var next: String? = value
        while let key = next, way.count < Self.depthLimit, !way.contains(key) {
            way.insert(key, at: 0)
            if top.contains(where: { $0.key == key }) { return way }
            next = found(OptionQuery(list: part.list, limit: 1, only: [key])).items.first?.parent
        }
        return []
    }

    private func found(_ query: OptionQuery) -> Found {
        if let found = known[query] { return found }
        var result = Found()
        var next = query
        while result.items.count < Self.limit {
            let answer = lookups.answer(next)
            guard case .page(let batch) = answer else {
                result.trouble = trouble(answer)
                break
            }
            result.items += batch.items.compactMap(Item.init)
            guard !batch.isLoadEnded, !batch.items.isEmpty, query.limit > 1 else { break }
            next.start = .offset(result.items.count)
        }
        known[query] = result
        return result
    }

    private func trouble(_ answer: OptionAnswer) -> String? {
        switch answer {
        case .page: nil
        case .noSuchList: "no-list"
        case .unknownNextKey, .unavailable: "list"
        }
    }
}

extension FormLists.Item {
    /// An item as a list has it; nil for what has no key.
    fileprivate init?(_ value: JSONValue) {
        guard let key = value["key"]?.string else { return nil }
        let title = value["title"]?.string ?? key
        self.init(choice: FormField.Choice(value: .string(key), title: title), parent: value["parent"]?.string)
    }
}

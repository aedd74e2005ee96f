import JSONText

/// The option lists that the fields of a form choose from.
final class FormLists {
    /// The number of items after which no further page of a list is loaded.
    static let limit = 1_000
    /// The maximum number of levels in a tree of items.
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
        /// The keys of the items to offer; nil for the whole list. Of the children of a chosen item, a control that
        /// shows levels offers those with one of these keys, or all children if no child has one.
        let only: [String]?
    }

    /// The choices of a field: a level for the top items, and one for the children of each chosen item.
    struct Levels {
        var levels: [[FormField.Choice]] = []
        /// The keys of the chosen items, from the top.
        var path: [String] = []
        /// The key in `FrameWords` of the message that the list is unavailable; nil if it is available.
        var trouble: String?
    }

    private let lookups: OptionLookups
    private var known: [OptionQuery: Found] = [:]

    private struct Found {
        var items: [Item] = []
        var trouble: String?
    }

    init(_ sources: PreviewSources) { lookups = OptionLookups(sources) }

    /// Returns the levels from the top items to the children of a value.
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

    /// Follows keys down the tree, the first to a top item and each further one to a child of the previous item, and
    /// returns the last key for which an item was found; nil if none was.
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

    /// Returns all items at one level, for controls that show them together.
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

    /// Returns those children of an item whose keys the part names, or all children if the part names none of them.
    private func children(of key: String, in part: Part) -> [Item] {
        let all = found(OptionQuery(list: part.list, limit: 100, branch: .children(of: key))).items
        let named = all.filter { part.only?.contains($0.key) ?? true }
        return named.isEmpty ? all : named
    }

    /// Returns the keys from a top item down to a value; empty if the list does not contain it within `depthLimit`
    /// levels.
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
    /// Creates an item; nil if it has no key.
    fileprivate init?(_ value: JSONValue) {
        guard let key = value["key"]?.string else { return nil }
        let title = value["title"]?.string ?? key
        self.init(choice: FormField.Choice(value: .string(key), title: title), parent: value["parent"]?.string)
    }
}

import JSONText
import MicroHTTP
import Publishing

/// The query of a request for options: `?keyword=&limit=&parent=&group_by=` with `offset=` or `next_key=`, and a
/// parameter `/member=value` for each member whose value the items must have. Unknown parameters are ignored.
struct OptionsQuery {
    /// The position at which a page begins.
    enum Start {
        case offset(Int)
        /// After the item with a key; nil for the first page.
        case nextKey(String?)
    }

    let filter: OptionFilter
    let start: Start
    let limit: Int
    /// The pointer, within an item, to the title of its section; nil for items without sections.
    let groupBy: JSONPointer?

    /// The number of items on a page if the client states no `limit`.
    private static let defaultLimit = 30
    /// The maximum length of a keyword in Unicode scalars.
    private static let keywordLimit = 500

    /// Parses the parameters.
    ///
    /// - Throws: `Problem` for a parameter that is repeated or malformed.
    init(_ query: QueryItems) throws(Problem) {
        let keyword = try ClientQuery.single("keyword", in: query) ?? ""
        guard keyword.unicodeScalars.count <= Self.keywordLimit else {
            throw .invalidParameter("keyword", because: "“keyword” must have at most \(Self.keywordLimit) characters.")
        }
        let parent = try ClientQuery.single("parent", in: query)
        let branch: OptionFilter.Branch = parent.map { $0.isEmpty ? .roots : .children(of: $0) } ?? .all
        filter = OptionFilter(keyword: keyword, branch: branch, members: try Self.members(in: query))
        limit = try Self.limit(in: query)
        start = try Self.start(in: query)
        groupBy = try Self.groupBy(in: query)
    }

    private static func members(in query: QueryItems) throws(Problem) -> [OptionFilter.Member] {
        let names = Set(query.items.filter { $0.name.utf8.first == UInt8(ascii: "/") }.map { JSONName($0.name) })
        guard names.count <= OptionFilter.maximumMembers else {
            throw .invalidParameter(
                "/",
                because: "At most \(OptionFilter.maximumMembers) parameters whose names begin with “/” may be given.")
        }
        var members: [OptionFilter.Member] = []
        for name in names.map({ String(decoding: $0.utf8, as: UTF8.self) }).sorted() {
            let value = try ClientQuery.single(name, in: query) ?? ""
            guard let member = JSONPointer(name).flatMap({ OptionFilter.Member($0, equals: value) }) else {
                throw .invalidParameter(
                    name, because: "“\(name.prefix(100))” is not a pointer to a member of an item, such as /city.")
            }
            members.append(member)
        }
        return members
    }

    private static func limit(in query: QueryItems) throws(Problem) -> Int {
        guard let text = try ClientQuery.single("limit", in: query) else { return defaultLimit }
        guard let limit = Int(asked: text), (1...OptionListStore.maximumPage).contains(limit) else {
            throw .invalidParameter(
                "limit", because: "“limit” must be a whole number from 1 to \(OptionListStore.maximumPage).")
        }
        return limit
    }

    private static func start(in query: QueryItems) throws(Problem) -> Start {
        let key = try ClientQuery.single("next_key", in: query)
        guard let text = try ClientQuery.single("offset", in: query) else {
            return .nextKey(key.flatMap { $0.isEmpty ? nil : $0 })
        }
        guard let offset = Int(asked: text) else {
            throw .invalidParameter("offset", because: "“offset” must be the number of items to skip.")
        }
        // If both `offset` and `next_key` are given, the key is used, because an import does not shift the items that
        // follow it.
        return key.map { .nextKey($0.isEmpty ? nil : $0) } ?? .offset(offset)
    }

    private static func groupBy(in query: QueryItems) throws(Problem) -> JSONPointer? {
        guard let text = try ClientQuery.single("group_by", in: query) else { return nil }
        guard let pointer = JSONPointer(text), !pointer.tokens.isEmpty else {
            throw .invalidParameter(
                "group_by", because: "“group_by” must be a JSON Pointer into an item, such as /region.")
        }
        return pointer
    }
}

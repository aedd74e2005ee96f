import JSONText
import PostgreSQL
import TestSupport
import Testing

@testable import Publishing

@Suite("The index of the members of option items") struct OptionLookupTests {
    private let database: TestDatabase
    private let lists: OptionListStore

    init() throws {
        database = try TestDatabase.make()
        lists = OptionListStore(pool: database.pool)
    }

    private func imported(_ items: [OptionItem]) throws {
        guard case .imported = try lists.import(items, into: "houses", by: .operator) else {
            throw Unexpected(what: "not imported")
        }
    }

    private func filter(_ wanted: [String: String]) throws -> OptionFilter {
        OptionFilter(
            members: try wanted.map { name, value in
                let pointer = try #require(JSONPointer(name))
                return try #require(OptionFilter.Member(pointer, equals: value))
            })
    }

    private func keys(_ filter: OptionFilter) throws -> [String] {
        guard case .page(let page) = try lists.page(of: "houses", matching: filter, offset: 0, limit: 1_000) else {
            throw Unexpected(what: "no page")
        }
        return page.items.map(\.key)
    }

    @Test func `a filter by members reads only the items that have these values`() throws {
        let items = (1...20_000).map { number in
            OptionItem(
                key: "h\(number)", title: "House \(number)",
                members: #"{"city":"c\#(number % 97)","address":{"street":"s\#(number % 89)"},"floors":\#(number % 9)}"#
            )
        }
        try imported(items)
        let filter = try filter(["/city": "c5", "/address/street": "s7"])
        #expect(try keys(filter) == items.filter(filter.includes).map(\.key))
        let connection = try database.connect()
        defer { connection.close() }
        let list = try #require(connection.query("SELECT id FROM option_list").first?["id", as: Int.self])
        let plan = try connection.query(
            """
            EXPLAIN SELECT position FROM option_item WHERE list_id = \(list) AND \(filter.condition(in: list))
            """
        ).map { try $0[0, as: String.self] }
        #expect(plan.contains { $0.contains("option_item_lookups_idx") }, "\(plan)")
    }

    @Test(
        arguments: [
            ("/a", "1"), ("/b", "1.0"), ("/b", "1"), ("/c", "1"), ("/d", "true"), ("/f", "null"), ("/g", ""),
            ("/h", "[]"), ("/j", "1e2"), ("/j", "100"), ("/k", "1e999999"), ("/l", "-0"), ("/a~1b/c\"d", "x\\y"),
            ("/a~1b/", "e"), ("/~0", "t"), ("/", "q"), ("/a/b/c\"d", "x\\y"), ("/u", "😀éé"),
            ("/1a/2a/3a/4a/5a/6a/7a/8a", "eight"), ("/1a/2a/3a/4a/5a/6a/7a/o/9a", "nine"), ("/arr/z", "no"),
        ])
    func `the index finds the items that a filter in memory includes`(_ pointer: String, _ value: String) throws {
        let texts = [
            #"{"a":1,"b":1.0,"c":"1","d":true,"f":null,"g":"","h":[],"j":1e2,"k":1e999999,"l":-0}"#,
            #"{"a":1.0,"b":1,"c":1,"d":"true","f":"null","g":{},"h":"[]","j":100}"#,
            #"{"a/b":{"c\"d":"x\\y","":"e"},"~":"t","":"q"}"#,
            #"{"a":{"b":{"c\"d":"x\\y"}},"u":"\ud83d\ude00\u00e9é","arr":[{"z":"no"}]}"#,
            #"{"1a":{"2a":{"3a":{"4a":{"5a":{"6a":{"7a":{"8a":"eight","o":{"9a":"nine"}}}}}}}}}"#,
        ]
        let items = texts.enumerated().map { OptionItem(key: "k\($0)", title: "T", members: $1) }
        try imported(items)
        let filter = try filter([pointer: value])
        #expect(try keys(filter) == items.filter(filter.includes).map(\.key))
    }

    @Test func `an item with very many nested members is imported`() throws {
        let deep = String(repeating: #"{"a":"#, count: 200) + "1" + String(repeating: "}", count: 200)
        let wide = "{" + (0..<6_000).map { #""m\#($0)":\#($0 % 10)"# }.joined(separator: ",") + "}"
        try imported([
            OptionItem(key: "deep", title: "D", members: deep), OptionItem(key: "wide", title: "W", members: wide),
        ])
        #expect(try keys(filter(["/m5999": "9"])) == ["wide"])
        #expect(try keys(filter([String(repeating: "/a", count: 200): "1"])) == ["deep"])
    }

    @Test func `the import of a long list collects statistics for the database's query planner`() throws {
        func statistics() throws -> Int? {
            try database.pool.withConnection { connection in
                try connection.query("SELECT count(*) FROM pg_stats WHERE tablename = 'option_item'")
                    .first?[0, as: Int.self]
            }
        }
        try imported((1...10).map { OptionItem(key: "k\($0)", title: "Title \($0)") })
        let before = try #require(try statistics())
        try imported((1...1_000).map { OptionItem(key: "k\($0)", title: "Title \($0)") })
        let after = try #require(try statistics())
        #expect(before == 0 && after > 0)
    }
}

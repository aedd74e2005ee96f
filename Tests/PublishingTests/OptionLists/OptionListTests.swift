import DocumentKinds
import Foundation
import JSONText
import PostgreSQL
import TestSupport
import Testing

@testable import Publishing

struct OptionListTests {
    private let database: TestDatabase
    private let lists: OptionListStore

    init() throws {
        database = try TestDatabase.make()
        lists = OptionListStore(pool: database.pool)
    }

    private static let schools = [
        OptionItem(key: "north", title: "The North"),
        OptionItem(key: "ntu", title: "國立臺灣大學 NTU", parent: "north", members: #"{"icon":"cap","n":1.50}"#),
        OptionItem(key: "south", title: "Der Süden, Straße"),
        OptionItem(key: "NCKU", title: "ＮＣＫＵ １", parent: "south"),
        OptionItem(key: "alpha", title: "ΟΔΟΣ", parent: "north"),
    ]

    @discardableResult
    private func imported(_ items: [OptionItem], into name: String = "schools") throws -> OptionList {
        guard case .imported(let list, _) = try lists.import(items, into: name, by: .operator) else {
            throw Unexpected(what: "\(name) was not imported")
        }
        return list
    }

    private func found(_ filter: OptionFilter, in name: String = "schools") throws -> [String] {
        guard case .page(let page) = try lists.page(of: name, matching: filter, offset: 0, limit: 100) else {
            throw Unexpected(what: "there is no \(name)")
        }
        #expect(page.total == page.items.count)
        guard case .page(let other) = try lists.page(of: name, matching: filter, nextKey: nil, limit: 100) else {
            throw Unexpected(what: "there is no \(name)")
        }
        #expect(other.items == page.items)
        return page.items.map(\.key)
    }

    @Test func `an import creates a list, and the next one replaces its items`() throws {
        guard case .imported(let list, replaced: nil) = try lists.import(Self.schools, into: "schools", by: .operator)
        else {
            throw Unexpected(what: "not imported")
        }
        #expect(list.itemCount == 5)
        #expect(try lists.optionList(named: "schools") == list)
        guard case .page(let page) = try lists.page(of: "schools", offset: 0, limit: 10) else {
            throw Unexpected(what: "no page")
        }
        #expect(page.items == Self.schools)

        let items = [OptionItem(key: "b", title: "B"), OptionItem(key: "ntu", title: "NTU")]
        guard case .imported(let second, replaced: 5) = try lists.import(items, into: "schools", by: .operator) else {
            throw Unexpected(what: "not replaced")
        }
        #expect(second.itemCount == 2)
        #expect(try found(OptionFilter()) == ["b", "ntu"])
        #expect(try lists.import([], into: "empty", by: .operator) == .empty(kept: nil))
        guard case .imported = try lists.import([], into: "empty", allowingEmpty: true, by: .operator) else {
            throw Unexpected(what: "not imported")
        }
        #expect(try found(OptionFilter(), in: "empty") == [])
        #expect(try lists.list().map(\.name) == ["empty", "schools"])
        #expect(try lists.list(matching: "SCH").map(\.name) == ["schools"])
        let events = try AuditStore(pool: database.pool).events()
        #expect(events.map(\.action) == Array(repeating: "option-list.imported", count: 3))
        #expect(events[1].detail == #"{"items": 2, "replaced": 5}"#)
    }

    @Test func `an import without items empties a list only if that is allowed`() throws {
        let list = try imported(Self.schools)
        #expect(try lists.import([], into: "schools", by: .operator) == .empty(kept: 5))
        #expect(try lists.list() == [list])
        #expect(try found(OptionFilter()).count == 5)
        guard
            case .imported(let emptied, replaced: 5) =
                try lists.import([], into: "schools", allowingEmpty: true, by: .operator)
        else { throw Unexpected(what: "not emptied") }
        #expect(emptied.itemCount == 0)
        #expect(try found(OptionFilter()) == [])
    }

    @Test(
        arguments: [
            ([OptionItem(key: "a", title: "A"), OptionItem(key: "a", title: "B")], .duplicateKey),
            ([OptionItem(key: "a", title: "A", parent: "zz")], .unknownParent("zz")),
            ([OptionItem(key: "a", title: "A", parent: "a")], .invalidItem),
            ([OptionItem(key: "", title: "A")], .invalidItem), ([OptionItem(key: "a", title: "")], .invalidItem),
            ([OptionItem(key: "a", title: "A\u{0}")], .invalidItem),
            ([OptionItem(key: String(repeating: "a", count: 501), title: "A")], .invalidItem),
        ] as [([OptionItem], ImportOutcome)])
    func `a refused import leaves the list unchanged`(_ items: [OptionItem], _ outcome: ImportOutcome) throws {
        let list = try imported(Self.schools)
        #expect(try lists.import(items, into: "schools", by: .operator) == outcome)
        #expect(try lists.import(items, into: "other", by: .operator) == outcome)
        #expect(try lists.list() == [list])
        #expect(try found(OptionFilter()) == Self.schools.map(\.key))
        #expect(try AuditStore(pool: database.pool).events().count == 1)
    }

    @Test func `the name of a list follows the rules for feature names`() throws {
        #expect(try lists.import([], into: "Schools", by: .operator) == .invalidName)
        #expect(try lists.page(of: "a'b", offset: 0, limit: 1) == .noSuchList)
        #expect(try lists.page(of: "none", nextKey: nil, limit: 1) == .noSuchList)
        #expect(try lists.optionList(named: "\u{0}") == nil)
    }

    @Test(
        arguments: [
            ("", ["north", "ntu", "south", "NCKU", "alpha"]), ("  ", ["north", "ntu", "south", "NCKU", "alpha"]),
            ("NORTH", ["north"]), ("臺灣", ["ntu"]), ("ncku 1", ["NCKU"]), ("ncku", ["NCKU"]), ("süden", ["south"]),
            ("su\u{308}den", ["south"]), ("STRASSE", ["south"]), ("straße", ["south"]), ("οδος", ["alpha"]),
            ("οδοσ", ["alpha"]), ("%", []), ("_", []), ("\\", []), ("%\u{301}", []), ("'", []), ("\u{0}", []),
            ("nt", ["ntu"]),
        ] as [(String, [String])])
    func `a keyword is found in title or key, regardless of case, width and normalization`(
        _ keyword: String, _ keys: [String]
    ) throws {
        try imported(Self.schools)
        #expect(try found(OptionFilter(keyword: keyword)) == keys)
    }

    private static let cities = [
        OptionItem(key: "34", title: "İstanbul"), OptionItem(key: "i2", title: "I\u{307}zmi\u{307}r"),
        OptionItem(key: "s1", title: "Lange Straße"), OptionItem(key: "s2", title: "KURZE STRAẞE"),
        OptionItem(key: "d", title: "Diyarbakır"), OptionItem(key: "b1", title: "İ\u{323}b"),
        OptionItem(key: "b2", title: "İ\u{331}B"), OptionItem(key: "b3", title: "Į\u{307}b"),
        OptionItem(key: "j", title: "J\u{307}b"),
    ]

    @Test(
        arguments: [
            ("istanbul", ["34"]), ("ISTANBUL", ["34"]), ("İSTANBUL", ["34"]), ("i\u{307}stanbul", ["34"]),
            ("İzmir", ["i2"]), ("izmir", ["i2"]), ("strasse", ["s1", "s2"]), ("straße", ["s1", "s2"]),
            ("STRAẞE", ["s1", "s2"]), ("DİYARBAKIR", ["d"]), ("diyarbakir", ["d"]), ("ịb", ["b1"]),
            ("ı\u{323}\u{307}b", ["b1"]), ("İ\u{323}B", ["b1"]), ("i\u{331}b", ["b2"]), ("įb", ["b3"]),
            ("jb", []), ("j\u{307}b", ["j"]),
        ] as [(String, [String])])
    func `Turkish i and German ß are found in every spelling`(_ keyword: String, _ keys: [String]) throws {
        try imported(Self.cities, into: "cities")
        let filter = OptionFilter(keyword: keyword)
        #expect(try found(filter, in: "cities") == keys)
        #expect(Self.cities.filter(filter.includes).map(\.key) == keys)
    }

    private static let persian = [
        OptionItem(key: "k1", title: "كتاب ٣"), OptionItem(key: "۲", title: "می\u{200C}شود"),
        OptionItem(key: "k3", title: "عَلَى"), OptionItem(key: "k4", title: "خانه\u{654} مـــا"),
        OptionItem(key: "k5", title: "प १"),
    ]

    @Test(
        arguments: [
            ("کتاب", ["k1"]), ("كتاب", ["k1"]), ("کتاب ۳", ["k1"]), ("3", ["k1", "k3"]), ("٣", ["k1", "k3"]),
            ("میشود", ["۲"]), ("می\u{200C}شود", ["۲"]), ("مي\u{200D}شود", ["۲"]), ("2", ["۲"]), ("علی", ["k3"]),
            ("علي", ["k3"]), ("عَلی", ["k3"]), ("خانه ما", ["k4"]), ("प 1", ["k5"]),
        ] as [(String, [String])])
    func `a search ignores the differences of Arabic and Persian letters, marks, joiners and digits`(
        _ keyword: String, _ keys: [String]
    ) throws {
        try imported(Self.persian, into: "persian")
        let filter = OptionFilter(keyword: keyword)
        #expect(try found(filter, in: "persian") == keys)
        #expect(Self.persian.filter(filter.includes).map(\.key) == keys)
    }

    private static let typed = [
        OptionItem(key: "r", title: "Ростов\u{2011}на\u{2010}Дону"),
        OptionItem(key: "d", title: "1\u{2012}2\u{2013}3\u{2212}4"),
        OptionItem(key: "o1", title: "O'Brien"), OptionItem(key: "o2", title: "O’Brien"),
        OptionItem(key: "o3", title: "O\u{2BC}Brien"),
        OptionItem(key: "h1", title: "\u{200F}שלום\u{200F} עולם \u{200E}"),
        OptionItem(key: "h2", title: "\u{2067}שָׁלוֹם\u{2069}"), OptionItem(key: "h3", title: "תל\u{5BE}אביב"),
        OptionItem(key: "p1", title: "خانۀ"), OptionItem(key: "p2", title: "خانه\u{654}"),
        OptionItem(key: "y1", title: "مسئول"), OptionItem(key: "y2", title: "مسی\u{654}ول"),
        OptionItem(key: "s", title: "Donau\u{AD}dampf\u{200B}schiff\u{FEFF}"),
    ]

    @Test(
        arguments: [
            ("Ростов-на-Дону", ["r"]), ("ростов\u{2011}на", ["r"]), ("1-2-3-4", ["d"]), ("3\u{2212}4", ["d"]),
            ("O'Brien", ["o1", "o2", "o3"]), ("o‘brien", ["o1", "o2", "o3"]), ("שלום", ["h1", "h2"]),
            ("שלום עולם", ["h1"]), ("שָׁלוֹם", ["h1", "h2"]), ("תל-אביב", ["h3"]), ("خانه", ["p1", "p2"]),
            ("خانۀ", ["p1", "p2"]), ("مسئول", ["y1", "y2"]), ("مسی\u{654}ول", ["y1", "y2"]), ("مسیول", ["y1", "y2"]),
            ("donaudampfschiff", ["s"]), ("dampf\u{AD}schiff", ["s"]), ("עולם \u{200F}", ["h1"]), ("\u{200F}", nil),
        ] as [(String, [String]?)])
    func `a search finds titles with the hyphens, apostrophes and marks that people do not type`(
        _ keyword: String, _ keys: [String]?
    ) throws {
        try imported(Self.typed, into: "typed")
        let filter = OptionFilter(keyword: keyword)
        let keys = keys ?? Self.typed.map(\.key)
        #expect(try found(filter, in: "typed") == keys)
        #expect(Self.typed.filter(filter.includes).map(\.key) == keys)
    }

    @Test(arguments: ["a\nk", "a\n", "\nk", "\n", "a\u{0}", "a\rk", "a\u{85}k"])
    func `a keyword with a control character does not match the boundary of title and key`(_ keyword: String) throws {
        let items = [OptionItem(key: "k", title: "a")]
        try imported(items, into: "letters")
        let filter = OptionFilter(keyword: keyword)
        // Line breaks at the ends of a keyword are ignored as white space.
        let keys = ["a", "k", ""].contains(keyword.trimmingCharacters(in: .whitespacesAndNewlines)) ? ["k"] : []
        #expect(try found(filter, in: "letters") == keys)
        #expect(items.filter(filter.includes).map(\.key) == keys)
    }

    @Test func `migrations 0046, 0048, 0050 and 0055 correct stored search texts`() throws {
        try expectFolding(
            [
                ("i\u{307}stanbul\n34", OptionItem(key: "34", title: "İstanbul")),
                ("straße\ns", OptionItem(key: "s", title: "STRAẞE")), ("öl\no", OptionItem(key: "o", title: "Öl")),
                ("i\u{307}\u{301}\na", OptionItem(key: "a", title: "İ\u{301}")),
            ], "0046_fold_option_items_again")
        // The digits 0 and 9 of every script that has its own digits.
        let scalars = (UInt32(0x80)...0x10FFFF).compactMap { Unicode.Scalar($0) }
        let digits = scalars.filter { scalar in
            let value = scalar.properties.numericValue
            return scalar.properties.numericType == .decimal && (value == 0 || value == 9)
        }
        let text = String(String.UnicodeScalarView(digits)).precomposedStringWithCompatibilityMapping
        let items = Self.persian + [OptionItem(key: "d", title: text)]
        try expectFolding(items.map { ("\($0.title)\n\($0.key)", $0) }, "0048_fold_persian_options")
        try expectFolding(
            [
                ("ị\u{307}b\u{307}\n1", OptionItem(key: "1", title: "İ\u{323}b\u{307}")),
                ("i\u{331}\u{307}\u{307}\n2", OptionItem(key: "2", title: "İ\u{331}\u{307}")),
                ("į\u{307}\u{301}\u{307}\n3", OptionItem(key: "3", title: "Į\u{307}\u{301}\u{307}")),
                ("í\u{307}\n4", OptionItem(key: "4", title: "í\u{307}")),
                ("i\u{307}\n5", OptionItem(key: "5", title: "i\u{64B}\u{307}")),
                ("j\u{307}\n6", OptionItem(key: "6", title: "j\u{307}")),
            ], "0050_fold_dots_of_i")
        // Every character that the newest form of search texts replaces or removes; the form before it stored them.
        let replaced = "\u{2010}\u{2012}\u{2013}\u{2212}\u{5BE}‘’\u{2BC}\u{626}\u{6C0}"
        let removed = (UInt32(0x80)...0xFFFF).compactMap { Unicode.Scalar($0) }.filter { scalar in
            let normal = String(scalar).precomposedStringWithCompatibilityMapping
            let wasRemoved = (0x640...0x670).contains(scalar.value) || [0x200C, 0x200D].contains(scalar.value)
            return normal.unicodeScalars.elementsEqual([scalar]) && !wasRemoved
                && SearchText.folded("a\(scalar)a").utf8.elementsEqual("aa".utf8)
        }
        #expect(removed.count > 60)
        let all = replaced + String(String.UnicodeScalarView(removed)) + "a"
        try expectFolding(
            [
                ("\(all)\n1", OptionItem(key: "1", title: all)),
                ("öl - 'a'\n2", OptionItem(key: "2", title: "Öl - 'a'")),
                ("ростов\u{2010}на\n3", OptionItem(key: "3", title: "Ростов\u{2011}на")),
            ], "0055_find_option_items")
    }

    /// Expects that the first statement of a migration replaces the search texts of an earlier version with the current
    /// ones.
    private func expectFolding(_ texts: [(earlier: String, item: OptionItem)], _ migration: String) throws {
        let items = texts.map { $0.item }
        try imported(items)
        let owner = try database.connectAsOwner()
        defer { owner.close() }
        for (text, item) in texts {
            try owner.execute("UPDATE option_item SET searched = \(text) WHERE key = \(item.key)")
        }
        let path = PackageRoot.path + "/migrations/\(migration).sql"
        let script = try String(contentsOfFile: path, encoding: .utf8)
        try owner.execute(SQL(stringLiteral: script.components(separatedBy: ";\n")[0]))
        let folded = try owner.query("SELECT searched FROM option_item ORDER BY position").map {
            try $0["searched", as: String.self]
        }
        // Compared as bytes, because Swift considers composed and decomposed letters equal.
        #expect(folded.map { Array($0.utf8) } == items.map { Array(SearchText.of($0).utf8) })
    }

    @Test func `items are filtered by parent and by keys, in the order of the list`() throws {
        try imported(Self.schools)
        #expect(try found(OptionFilter(branch: .roots)) == ["north", "south"])
        #expect(try found(OptionFilter(branch: .children(of: "north"))) == ["ntu", "alpha"])
        #expect(try found(OptionFilter(branch: .children(of: "none"))) == [])
        #expect(try found(OptionFilter(only: ["alpha", "ncku", "north"])) == ["north", "alpha"])
        #expect(try found(OptionFilter(only: [])) == [])
        #expect(
            try found(OptionFilter(keyword: "ntu", branch: .children(of: "north"), only: ["ntu", "alpha"])) == ["ntu"])
    }

    @Test(
        arguments: [
            (["/city": "msk", "/street": "arbat"], ["h1", "h2"]), (["/city": "spb", "/street": "arbat"], ["h3"]),
            (["/floors": "5"], ["h1"]), (["/floors": "5.0"], ["h2"]), (["/old": "true"], ["h3"]),
            (["/owner/name": "Ann"], ["h2"]), (["/owner": "Ann"], []), (["/none": ""], []), (["/note": "a\u{0}"], []),
            (["/title": "1", "/city": "spb"], ["h3"]), (["/key": "h2"], ["h2"]), (["/parent": "h1"], ["h2"]),
            (["/city": "msk"], ["h1", "h2"]), (["/key": "h4"], ["h4"]), (["/city": "led"], ["h5"]),
            (["/note": "\\u0000"], ["h5"]), (["/city": "kzn"], []), (["/city": "kzn", "/key": "h6"], []),
        ] as [([String: String], [String])])
    func `items are filtered by the values of all given members`(_ wanted: [String: String], _ keys: [String])
        throws
    {
        let items = [
            OptionItem(
                key: "h1", title: "1", members: #"{"city":"msk","street":"arbat","floors":5,"owner":{"name":"Bob"}}"#),
            OptionItem(
                key: "h2", title: "2", parent: "h1",
                members: #"{"city":"msk","street":"arbat","floors":5.0,"owner":{"name":"Ann"},"note":null}"#),
            OptionItem(key: "h3", title: "1", members: #"{"city":"spb","street":"arbat","old":true,"note":[1]}"#),
            OptionItem(key: "h4", title: "4", members: #"{"city":"msk","note":"a\u0000"}"#),
            // A backslash followed by the letters u0000, and a backslash followed by the character U+0000.
            OptionItem(key: "h5", title: "5", members: #"{"city":"led","note":"\\u0000"}"#),
            OptionItem(key: "h6", title: "6", members: #"{"city":"kzn","note":"\\\u0000"}"#),
        ]
        try imported(items)
        let filter = OptionFilter(
            members: try wanted.map { name, value in
                let pointer = try #require(JSONPointer(name))
                return try #require(OptionFilter.Member(pointer, equals: value))
            })
        #expect(try found(filter) == keys)
        guard case .page(let page) = try lists.page(of: "schools", matching: filter, nextKey: nil, limit: 10) else {
            throw Unexpected(what: "no page")
        }
        #expect(page.items.map(\.key) == keys)
        #expect(items.filter(filter.includes).map(\.key) == keys)
    }

    @Test(arguments: ["/tags/0", "/tags/ 0", "/tags/\t0", "/tags/+0", "/tags/ -1", "/0/city", ""])
    func `a filter by an array index or by the whole item is refused`(pointer: String) throws {
        #expect(OptionFilter.Member(try #require(JSONPointer(pointer)), equals: "red") == nil)
        #expect(OptionFilter.Member(try #require(JSONPointer("/tags/0a")), equals: "red") != nil)
    }

    @Test func `paging by offset and by next key returns every item once`() throws {
        let items = (1...12_345).map { OptionItem(key: "k\($0)", title: "Title \($0 % 7)") }
        try imported(items)
        let expected = items.filter { $0.title == "Title 3" }
        var byOffset: [OptionItem] = []
        while true {
            guard
                case .page(let page) = try lists.page(
                    of: "schools", matching: OptionFilter(keyword: "title 3"), offset: byOffset.count, limit: 1_000)
            else { throw Unexpected(what: "no page") }
            byOffset += page.items
            #expect(page.total == expected.count && page.nextKey == nil)
            if page.isLoadEnded { break }
        }
        #expect(byOffset == expected)
        var byKey: [OptionItem] = []
        var next: String?
        repeat {
            guard
                case .page(let page) = try lists.page(
                    of: "schools", matching: OptionFilter(keyword: "title 3"), nextKey: next, limit: 441)
            else { throw Unexpected(what: "no page") }
            byKey += page.items
            next = page.nextKey
            #expect(page.isLoadEnded == (next == nil) && page.total == nil)
        } while next != nil
        #expect(byKey == expected)
    }

    @Test func `the positions that match a filter are cached for its pages until the next import`() throws {
        let places = OptionPlaces(limit: 3_000)
        let lists = OptionListStore(pool: database.pool, places: places)
        func page(_ keyword: String, _ offset: Int) throws -> OptionPage {
            let filter = OptionFilter(keyword: keyword)
            guard case .page(let page) = try lists.page(of: "schools", matching: filter, offset: offset, limit: 10)
            else { throw Unexpected(what: "no page") }
            return page
        }
        try imported((1...4_000).map { OptionItem(key: "k\($0)", title: "Title \($0 % 2)") })
        #expect(try page("title 1", 1_990).items.map(\.key).first == "k3981")
        // After the deletion of earlier items, a page can be right only if it is read by the cached positions.
        try database.connect().execute("DELETE FROM option_item WHERE position < 3000")
        let deep = try page("title 1", 1_980)
        #expect(deep.total == 2_000 && deep.items.map(\.key) == (0..<10).map { "k\(3_961 + 2 * $0)" })
        #expect(try page("title 1", 2_000).items.isEmpty)
        #expect(places.filters == 1)

        try imported((1...4_000).map { OptionItem(key: "n\($0)", title: "Title \($0 % 2)") })
        #expect(try page("title 1", 1_990).items.map(\.key).first == "n3981")
        // The positions in the first import are no longer cached.
        #expect(places.filters == 1)
        #expect(try page("title", 3_990).items.map(\.key).first == "n3991")
        #expect(places.filters == 1)
        #expect(try page("nothing", 0).total == 0)
        #expect(places.filters == 2)
    }

    @Test func `offset and limit are clamped to their ranges, and a missing next key is reported`() throws {
        try imported(Self.schools)
        guard case .page(let beyond) = try lists.page(of: "schools", offset: 99, limit: 0),
            case .page(let first) = try lists.page(of: "schools", offset: -5, limit: -1),
            case .page(let second) = try lists.page(of: "schools", nextKey: "north", limit: 1)
        else { throw Unexpected(what: "no page") }
        #expect(beyond.items == [] && beyond.isLoadEnded && beyond.total == 5)
        #expect(first.items.map(\.key) == ["north"] && !first.isLoadEnded)
        #expect(second.items.map(\.key) == ["ntu"] && second.nextKey == "ntu")
        #expect(try lists.page(of: "schools", nextKey: "gone", limit: 1) == .unknownNextKey)
    }

    @Test func `a repeatable-read transaction that began before an import sees the former items`() throws {
        try imported(Self.schools)
        let reader = try database.connect()
        try reader.transaction(isolation: .repeatableRead, readOnly: true) { reader in
            let before = try reader.query("SELECT key FROM option_item ORDER BY position").map {
                try $0["key", as: String.self]
            }
            try imported([OptionItem(key: "new", title: "New")])
            let after = try reader.query("SELECT key FROM option_item ORDER BY position").map {
                try $0["key", as: String.self]
            }
            #expect(before == after)
        }
        #expect(try found(OptionFilter()) == ["new"])
    }

    @Test func `a file has the same pages as the list that is imported from it`() throws {
        let text = "key,title,parent\n" + Self.schools.map { "\($0.key),\"\($0.title)\",\($0.parent ?? "")\n" }.joined()
        let file = OptionFile(reading: Array(text.utf8), as: .csv)
        #expect(file.diagnostics == [])
        try imported(file.items)
        let keywords = ["", " nck ", "STRASSE", "οδος", "臺", "no'th", "%", "_%\u{301}", "\\"]
        let branches: [OptionFilter.Branch] = [.all, .roots, .children(of: "north"), .children(of: "no")]
        for keyword in keywords {
            for branch in branches {
                for only in [nil, [], ["ntu", "alpha", "x"]] as [[String]?] {
                    let filter = OptionFilter(keyword: keyword, branch: branch, only: only)
                    for offset in [-1, 0, 1, 9] {
                        #expect(
                            try file.page(matching: filter, offset: offset, limit: 2)
                                == lists.page(of: "schools", matching: filter, offset: offset, limit: 2))
                    }
                    for key in [nil, "ntu", "alpha", "x"] {
                        #expect(
                            try file.page(matching: filter, nextKey: key, limit: 2)
                                == lists.page(of: "schools", matching: filter, nextKey: key, limit: 2))
                    }
                }
            }
        }
    }
}

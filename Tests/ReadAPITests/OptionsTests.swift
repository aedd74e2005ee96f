import Foundation
import HTTPTypes
import JSONText
import Logging
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

@Suite("Pages of option lists") struct OptionsTests {
    private let database: TestDatabase
    private let service: ServiceAPI
    private let router: Router

    init() throws {
        database = try TestDatabase.make()
        let lists = OptionListStore(pool: database.pool)
        let items = (1...250).map { number in
            OptionItem(
                key: "k\(number)", title: number % 2 == 0 ? "Straße \(number)" : "國立 \(number)",
                parent: number > 200 ? "k\(number % 3 + 1)" : nil,
                members: #"{"region":"\#(["北", "南", ""][number % 3])"}"#)
        }
        _ = try lists.import(items, into: "schools", by: .operator)
        service = ServiceAPI(
            pool: database.pool, snapshotDirectory: nil, logger: Logger(label: "test"), waiting: 1,
            answerStep: { _, _, _, _ in .notAForm })
        router = service.router
    }

    private func get(_ query: String, list: String = "schools") throws -> (status: Int, root: JSONValue) {
        let response = try router.respond(to: Request(.get, "/v1/options/\(list)?\(query)"))
        return (response.status.code, try JSONDocument(parsing: response.body).root)
    }

    private func keys(_ value: JSONValue) -> [String] {
        value["items"]?.elements.compactMap { $0["key"]?.string } ?? []
    }

    @Test func `both ways of paging return the whole list in its order`() throws {
        let all = (1...250).map { "k\($0)" }
        var (found, next): ([String], String?) = ([], "")
        while let key = next {
            let page = try get("limit=60&next_key=\(key)").root
            found += keys(page)
            next = page["next_key"]?.string
            #expect(page["is_load_ended"]?.boolean == (next == nil) && page["total"] == nil)
        }
        #expect(found == all)
        found = []
        while true {
            let page = try get("limit=60&offset=\(found.count)").root
            found += keys(page)
            #expect(page["total"]?.integer == 250)
            if page["is_load_ended"]?.boolean == true { break }
        }
        #expect(found == all)
        #expect(keys(try get("").root).count == 30)
        #expect(keys(try get("offset=1000").root).isEmpty)
        #expect(keys(try get("offset=9&next_key=k7&limit=1").root) == ["k8"])
    }

    @Test func `keys and values that differ only in their code points are different`() throws {
        // An é of one scalar and an é of two.
        let (one, two) = ("Jos\u{E9}", "Jose\u{301}")
        let items = [
            OptionItem(key: one, title: "One"), OptionItem(key: two, title: "Two"),
            OptionItem(key: "a", title: "A", parent: one, members: #"{"city":"\#(one)","\#(one)":1,"\#(two)":2}"#),
            OptionItem(key: "b", title: "B", parent: two, members: #"{"city":"\#(two)"}"#),
        ]
        _ = try OptionListStore(pool: database.pool).import(items, into: "people", by: .operator)
        let (first, second) = (PercentCoding.encode(one), PercentCoding.encode(two))
        for member in ["parent", "/city"] {
            #expect(keys(try get("\(member)=\(first)&offset=0", list: "people").root) == ["a"])
            #expect(keys(try get("\(member)=\(second)&offset=0", list: "people").root) == ["b"])
        }
        #expect(keys(try get("/\(first)=1&/\(second)=2", list: "people").root) == ["a"])
        let sections = try get("group_by=/city", list: "people").root["sections"]
        #expect(sections?.elements.map { keys($0) } == [[one, two], ["a"], ["b"]])
    }

    @Test func `a keyword is found in any case and script, and a parent selects its children`() throws {
        #expect(keys(try get("keyword=STRASSE+2&limit=1000".replacing("+", with: "%20")).root).first == "k2")
        #expect(keys(try get("keyword=%E5%9C%8B%E7%AB%8B%207&offset=0").root).first == "k7")
        let children = keys(try get("parent=k1&limit=1000").root)
        #expect(children.first == "k201" && children.count == 17)
        #expect(try get("parent=&offset=0").root["total"]?.integer == 200)
    }

    @Test func `the items of a page are grouped into sections by the value at a pointer`() throws {
        let page = try get("group_by=/region&limit=4").root
        let sections = page["sections"].map { Array($0.elements) } ?? []
        #expect(sections.map { $0["title"]?.string } == ["南", nil, "北"])
        #expect(sections.map(keys) == [["k1", "k4"], ["k2"], ["k3"]])
        #expect(page["items"] == nil && page["next_key"]?.string == "k4")
    }

    @Test(arguments: [
        ("limit=0", 400, "limit"), ("limit=1001", 400, "limit"), ("offset=-1", 400, "offset"),
        ("offset=x&next_key=k1", 400, "offset"), ("next_key=gone", 404, "next_key"),
        ("group_by=region", 400, "group_by"),
        ("keyword=a&keyword=b", 400, "keyword"), ("keyword=%zz", 400, "keyword"), ("keyword=%FF", 400, "keyword"),
        ("keyword=100%", 400, "keyword"), ("parent=%C3", 400, "parent"), ("next_key=%FF", 400, "next_key"),
        ("/region=%zz", 400, "/region"), ("%2Fregion=%FF", 400, "/region"), ("/%zz=1", 400, "/%zz"),
        ("limit=1%", 400, "limit"),
    ])
    func `an invalid parameter is named in the problem`(query: String, status: Int, parameter: String) throws {
        let answer = try get(query)
        #expect(answer.status == status && answer.root["parameter"]?.string == parameter)
    }

    @Test func `a malformed percent-encoding in an unknown parameter is ignored`() throws {
        for query in ["other=%zz", "%zz=1", "keyword%FF=a", "=%FF"] {
            #expect(try get(query).status == 200, "\(query)")
        }
        #expect(keys(try get("next_key=k%37&limit=1").root) == ["k8"])
    }

    @Test func `caches may store a page, so the problem about a missing key says how to bypass them`() throws {
        let page = try router.respond(to: Request(.get, "/v1/options/schools"))
        #expect(page.headers[.cacheControl]?.hasPrefix("public, max-age=30,") == true)
        let gone = try get("next_key=gone").root
        #expect(gone["type"]?.string == "/problems/next-key-not-found")
        #expect(gone["detail"]?.string?.contains("“Cache-Control: no-cache”") == true)
    }

    @Test func `a page is compressed as the client accepts it, and not sent again while it is the same`() throws {
        func page(_ fields: HTTPFields, _ query: String = "limit=100") throws -> Response {
            try router.respond(to: Request(.get, "/v1/options/schools?\(query)", headers: fields))
        }
        let plain = try page([:])
        let tag = try #require(plain.headers[.eTag])
        #expect(plain.headers[.vary] == "Accept-Encoding" && plain.headers[.contentEncoding] == nil)
        var tags = [tag]
        for coding in ["gzip", "br"] {
            let coded = try page([.acceptEncoding: coding])
            let codedTag = try #require(coded.headers[.eTag])
            #expect(coded.headers[.contentEncoding] == coding && coded.body.count < plain.body.count)
            #expect(coded.headers[.cacheControl] == plain.headers[.cacheControl])
            let known = try page([.acceptEncoding: coding, .ifNoneMatch: codedTag])
            #expect(known.status == .notModified && known.headers[.eTag] == codedTag)
            tags.append(codedTag)
        }
        #expect(Set(tags).count == 3)
        #expect(try page([.ifNoneMatch: "\"a\", W/\(tag)"]).status == .notModified)
        #expect(try page([.ifNoneMatch: tags[1]]).status == .ok)
        #expect(try page([.ifNoneMatch: tag], "limit=99").status == .ok)
        // A short page is sent uncompressed.
        #expect(try page([.acceptEncoding: "gzip, br"], "limit=1").headers[.contentEncoding] == nil)
    }

    @Test func `an unknown list has a problem type of its own`() throws {
        let answer = try get("", list: "nothing")
        #expect(answer.status == 404 && answer.root["type"]?.string == "/problems/list-not-found")
    }

    @Test func `parameters that are JSON Pointers select items by the values of their members`() throws {
        let region = PercentCoding.encode("北")
        let found = try get("/region=\(region)&limit=1000").root
        #expect(keys(found) == (1...250).filter { $0 % 3 == 0 }.map { "k\($0)" })
        let both = try get("%2Fregion=\(region)&/parent=k1&offset=0").root
        #expect(keys(both) == (201...250).filter { $0 % 3 == 0 }.map { "k\($0)" } && both["total"]?.integer == 17)
        let tooMany = (0...10).map { "/a\(String(repeating: "b", count: $0))=1" }.joined(separator: "&")
        for query in ["/0=1", "/\(String(repeating: "9", count: 20))=1", "/a~2=1", "/region=a&/region=b", tooMany] {
            #expect(try get(query).status == 400, "\(query)")
        }
    }

    /// Takes all places that are free.
    private func takeAll(_ limiter: ConcurrencyLimiter) -> [ConcurrencyLimiter.Place] {
        var places: [ConcurrencyLimiter.Place] = []
        while let place = try? limiter.place(isAbandoned: { true }) { places.append(place) }
        return places
    }

    @Test func `searches leave connections for other pages, and both leave some for other requests`() throws {
        func answer(_ query: String) throws -> Response {
            var request = Request(.get, "/v1/options/schools?\(query)")
            request.isAbandoned = { true }
            return try router.respond(to: request)
        }
        #expect(try answer("keyword=7&limit=1").status == .ok)
        let searches = takeAll(service.optionSearches)
        for query in ["keyword=8", "/region=a", "parent=k1&offset=0"] {
            let refused = try answer(query)
            #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] != nil, "\(query)")
            #expect(String(decoding: refused.body, as: UTF8.self).contains("/problems/overloaded"), "\(query)")
        }
        for query in ["limit=1", "keyword=7&next_key=k7&limit=2", "keyword=7&offset=0"] {
            #expect(try answer(query).status == .ok, "\(query)")
        }
        let pages = takeAll(service.optionPages)
        #expect(try answer("limit=1").status == .serviceUnavailable)
        #expect(!searches.isEmpty && !pages.isEmpty && searches.count + pages.count < database.pool.size)
        withExtendedLifetime((searches, pages)) {}
    }

    @Test func `pages that are being sent share memory, and a page without room gets 503`() throws {
        let request = Request(.get, "/v1/options/schools?limit=3")
        let page = try router.respond(to: request)
        #expect(page.status == .ok && page.share?.bytes == page.body.count)

        let taken = try #require(
            service.optionBudget.share(of: ServiceAPI.optionMemory - ServiceAPI.optionReserve - page.body.count))
        let refused = try router.respond(to: request)
        #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] != nil)
        let tag = try #require(page.headers[.eTag])
        let known = Request(.get, "/v1/options/schools?limit=3", headers: [.ifNoneMatch: tag])
        #expect(try router.respond(to: known).status == .notModified)
        withExtendedLifetime((page, taken)) {}
    }
}

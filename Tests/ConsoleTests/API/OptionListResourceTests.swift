import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Option lists in the management API") struct OptionListResourceTests {
    private let home: TestConsole
    private let program: TestProgram
    private let csv: HTTPFields = [.contentType: "text/csv; charset=utf-8"]

    init() throws {
        home = try TestConsole()
        program = try TestProgram(home, [.read, .publish])
    }

    @Test func `a list is imported from CSV, read in pages, and replaced from JSON`() throws {
        let path = "/option-lists/schools"
        let rows = "key,title,parent,seats\nn,North,,\nntu,\"Tai, bei\",n,1.50\ns,South,,\n"
        let made = try program.send(.put, path, rows, headers: csv)
        #expect(made.status == .created)
        #expect(made.location == "/api/v1/option-lists/schools")
        #expect(try made.json["items"]?.integer == 3)
        let lists = try program.send(.get, "/option-lists").json["lists"]
        #expect(lists?[0]?["list"]?.string == "schools" && lists?[0]?["author"]?.string == "mira")
        #expect(try program.send(.get, "/option-lists?search=streets").json["lists"]?.count == 0)

        let first = try program.send(.get, path + "?limit=2&offset=0").json
        #expect(first["items"]?.elements.compactMap { $0["key"]?.string } == ["n", "ntu"])
        #expect(first["total"]?.integer == 3 && first["is_load_ended"]?.boolean == false)
        #expect(try program.send(.get, path + "?offset=2").json["is_load_ended"]?.boolean == true)
        let after = try program.send(.get, path + "?next_key=ntu").json
        #expect(after["items"]?.elements.compactMap { $0["title"]?.string } == ["South"])
        #expect(try program.send(.get, path + "?parent=n").json["items"]?[0]?["seats"]?.string == "1.50")
        #expect(try program.send(.get, path + "?keyword=SOUTH").json["total"]?.integer == 1)
        let begun = try program.send(.get, path + "?next_key=&limit=2").json
        #expect(begun["items"]?.elements.compactMap { $0["key"]?.string } == ["n", "ntu"])
        #expect(try program.send(.get, path + "?next_key=gone").json["type"]?.string == "/problems/next-key-not-found")
        #expect(try program.send(.get, path + "?next_key=n&offset=1").status == .badRequest)
        #expect(try program.send(.get, path + "?limit=1001").json["parameter"]?.string == "limit")
        #expect(try program.send(.get, "/option-lists/streets").status == .notFound)

        let second = try program.send(.put, path, #"[{"title": "A", "key": "a", "n": 1.50}]"#)
        #expect(second.status == .ok)
        #expect(try second.json["replaced"]?.integer == 3)
        #expect(try program.send(.get, path).text.contains(#"{"key":"a","title":"A","n":1.50}"#))
    }

    @Test func `a file with faults is refused with all faults and changes nothing`() throws {
        let path = "/option-lists/schools"
        #expect(try program.send(.put, path, "key,title\na,A\n", headers: csv).status == .created)
        let refused = try program.send(.put, path, "key,title\na,A\na,B\n,C\n", headers: csv)
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.json["type"]?.string == "/problems/invalid-items")
        #expect(try refused.json["diagnostics"]?.count == 2)
        let orphan = try program.send(.put, path, #"[{"key":"a","title":"A","parent":"b"}]"#)
        #expect(orphan.status == .unprocessableContent)
        #expect(try program.send(.put, "/option-lists/Schools", "[]").status == .unprocessableContent)
        let plain = try program.send(.put, path, "a", headers: [.contentType: "text/plain"])
        #expect(plain.status == .unsupportedMediaType)
        #expect(try program.send(.get, path).json["items"]?.count == 1)
        let editor = try TestProgram(home, [.edit], as: "ana")
        #expect(try editor.send(.get, path).status == .ok)
        #expect(try editor.send(.put, path, "[]").status == .forbidden)
    }

    @Test func `a file without items empties a list only with the parameter empty`() throws {
        let path = "/option-lists/schools"
        #expect(try program.send(.put, path, "key,title\na,A\n", headers: csv).status == .created)
        for address in [path, path + "?empty=false"] {
            let refused = try program.send(.put, address, "[]")
            #expect(refused.status == .unprocessableContent)
            #expect(try refused.json["type"]?.string == "/problems/no-items")
            #expect(try refused.json["parameter"]?.string == "empty")
        }
        #expect(try program.send(.put, path, "key,title\n", headers: csv).status == .unprocessableContent)
        #expect(try program.send(.put, path + "?empty=yes", "[]").status == .badRequest)
        #expect(try program.send(.get, path).json["items"]?.count == 1)

        let emptied = try program.send(.put, path + "?empty=true", "[]")
        #expect(emptied.status == .ok)
        #expect(try emptied.json["replaced"]?.integer == 1)
        #expect(try program.send(.get, path).json["items"]?.count == 0)
    }

    @Test func `an import repeated with its idempotency key changes nothing`() throws {
        let key: HTTPFields = [.constant("Idempotency-Key"): "lists 1"]
        let first = try program.send(.put, "/option-lists/schools", #"[{"key":"a","title":"A"}]"#, headers: key)
        _ = try program.send(.put, "/option-lists/schools", #"[{"key":"b","title":"B"}]"#)
        let again = try program.send(.put, "/option-lists/schools", #"[{"key":"a","title":"A"}]"#, headers: key)
        #expect(again.status == first.status && again.body == first.body)
        #expect(try program.send(.get, "/option-lists/schools").json["items"]?[0]?["key"]?.string == "b")
    }
}

import HTTPTypes
import MicroHTTP
import Testing

@Suite struct RouterTests {
    private let router: Router = {
        var router = Router()
        for pattern in [
            "/", "/features", "/features/new", "/features/:feature", "/features/:feature/revisions/:revision",
        ] {
            router.on(.get, pattern) { request in
                .text("\(pattern) \(request.parameters.sorted { $0.key < $1.key }.map(\.value).joined(separator: ","))")
            }
        }
        router.on(.post, "/features/:feature", bodyLimit: 10) { _ in .seeOther("/") }
        router.on(.get, "/public/*path") { .text($0.parameters["path"] ?? "-") }
        return router
    }()

    private func get(_ target: String) throws -> String {
        String(decoding: try router.respond(to: Request(.get, target)).body, as: UTF8.self)
    }

    @Test func `the segments of a path are percent-decoded one by one`() throws {
        #expect(try get("/features/a%2Fb/revisions/7?x=/") == "/features/:feature/revisions/:revision a/b,7")
        #expect(try get("/features/%D0%B4%D0%BE%D0%BC") == "/features/:feature дом")
        #expect(try get("/public/icons/a%20b.svg") == "icons/a b.svg")
    }

    @Test func `a pattern with a literal segment wins over one with a parameter`() throws {
        #expect(try get("/features/new") == "/features/new ")
        #expect(try get("/features/n%65w") == "/features/new ")
    }

    @Test(arguments: ["/features/", "/features//revisions/1", "/nothing", "//", "/features/a/b"])
    func `an empty or unknown segment is not found`(_ target: String) throws {
        #expect(try router.respond(to: Request(.get, target)).status == .notFound)
    }

    @Test(arguments: ["features", "/features/%", "/features/%ff", "/features/a%00", "*"])
    func `a malformed path is a bad request`(_ target: String) throws {
        #expect(try router.respond(to: Request(.get, target)).status == .badRequest)
    }

    @Test func `a method that the path lacks gets 405 with the methods it has`() throws {
        let response = try router.respond(to: Request(.put, "/features/a"))
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers[.allow] == "GET, HEAD, POST")
        #expect(response.headers[.connection] == "close")
        #expect(try router.respond(to: Request(.post, "/features/new")).status == .seeOther)
    }

    @Test func `a body over the route's limit is refused, even without a listener`() throws {
        let response = try router.respond(to: Request(.post, "/features/a", body: [UInt8](repeating: 0, count: 11)))
        #expect(response.status == .contentTooLarge)
        #expect(try router.bodyLimit(for: Request(.post, "/features/a")) == 10)
        #expect(try router.bodyLimit(for: Request(.post, "/nothing")) == 0)
    }

    @Test func `a form with files has its fields and the bytes of its files`() {
        var request = Request(.post, "/")
        request.headers[.contentType] = "multipart/form-data; boundary=\"x;y\""
        let parts = [
            "--x;y\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\na+b\r\nc\r\n",
            "--x;y\r\nContent-Disposition: form-data; name=\"empty\"; filename=\"\"\r\n\r\n\r\n",
            "--x;y\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a;b.zip\"\r\n"
                + "Content-Type: application/zip\r\n\r\n",
        ]
        let file: [UInt8] = [0, 255, 13, 10, 45, 45, 120]
        request.body = Array(parts.joined().utf8) + file + Array("\r\n--x;y--\r\n".utf8)

        #expect(request.form.items.map(\.name) == ["note"])
        #expect(request.form["note"] == "a+b\r\nc")
        #expect(request.files == ["file": [UploadedFile(name: "a;b.zip", bytes: file)]])
        for count in 0..<request.body.count {
            var cut = request
            cut.body = Array(request.body.prefix(count))
            // The file is complete when the delimiter after it has arrived, without the last four bytes of the form.
            #expect((cut.files["file"] != nil) == (count >= request.body.count - 4), "\(count)")
        }
    }

    @Test func `a plus sign stays in a query and becomes a space in a form`() {
        var request = Request(.post, "/?a=1+1&b=%2B&a=2&c")
        request.headers[.contentType] = "application/x-www-form-urlencoded; charset=utf-8"
        request.body = Array("text=a+b%2B%0D%0A%D8%A7&text=second&broken=%zz".utf8)
        #expect(request.query["a"] == "1+1")
        #expect(request.query.all("a") == ["1+1", "2"])
        #expect(request.query["b"] == "+")
        #expect(request.query["c"] == "")
        #expect(request.form["text"] == "a b+\r\nا")
        #expect(request.form.all("text").count == 2)
        #expect(request.form["broken"] == "%zz")
        request.headers[.contentType] = "application/json"
        #expect(request.form.items.isEmpty)
    }

    @Test func `a query notes which items have a malformed percent-encoding`() {
        let query = Request(.get, "/?a=%zz&b=%FF&%C3=1&c=%2&d=%D0%B4&e&f=%25zz").query
        #expect(query.items.map(\.isWellFormed) == [false, false, false, false, true, true, true])
        #expect(query["a"] == "%zz" && query["b"] == "\u{FFFD}" && query["d"] == "д" && query["f"] == "%zz")
    }

    @Test func `a form notes which fields are not UTF-8`() {
        var request = Request(.post, "/")
        request.headers[.contentType] = "application/x-www-form-urlencoded"
        request.body = Array("a=%FF&b=".utf8) + [0xC3] + Array("&c=é%C3%A9+&d".utf8)
        #expect(request.form.items.map(\.isWellFormed) == [false, false, true, true])
        #expect(request.form["a"] == "\u{FFFD}" && request.form["b"] == "\u{FFFD}" && request.form["c"] == "éé ")

        request.headers[.contentType] = "multipart/form-data; boundary=x"
        func part(_ name: String) -> [UInt8] {
            Array("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8)
        }
        request.body = part("a") + [0xFF, 13, 10] + part("b") + Array("é\r\n--x--\r\n".utf8)
        #expect(request.form.items.map(\.isWellFormed) == [false, true])
        #expect(request.form["a"] == "\u{FFFD}" && request.form["b"] == "é")
    }

    @Test func `of several cookies with one name, the first is used`() {
        var request = Request(.get, "/")
        request.headers.append(HTTPField(name: .cookie, value: "a=1; b=x=y;a=2"))
        request.headers.append(HTTPField(name: .cookie, value: " c = 3 ; broken"))
        #expect(request.cookies == ["a": "1", "b": "x=y", "c": "3"])
    }
}

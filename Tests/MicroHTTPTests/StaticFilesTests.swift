import Foundation
import HTTPTypes
import MicroHTTP
import Testing

@Suite final class StaticFilesTests {
    private let root: URL
    private let files: StaticFiles

    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("static-\(UUID().uuidString)")
        let folder = root.appendingPathComponent("public/icons")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("a{}".utf8).write(to: root.appendingPathComponent("public/console.css"))
        try Data("<svg/>".utf8).write(to: folder.appendingPathComponent("x.svg"))
        try Data("secret".utf8).write(to: root.appendingPathComponent("secret.txt"))
        try Data("hidden".utf8).write(to: root.appendingPathComponent("public/.hidden"))
        try FileManager.default.createSymbolicLink(
            at: root.appendingPathComponent("public/out.txt"),
            withDestinationURL: root.appendingPathComponent("secret.txt"))
        files = StaticFiles(directory: root.appendingPathComponent("public").path)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    private func get(_ path: String, ifNoneMatch: String? = nil) -> Response {
        var request = Request(.get, "/public/")
        if let ifNoneMatch { request.headers[.ifNoneMatch] = ifNoneMatch }
        return files.respond(to: request, path: path)
    }

    @Test func `a file has its media type and an entity tag that leads to a 304`() throws {
        let response = get("console.css")
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "text/css; charset=utf-8")
        let tag = try #require(response.headers[.eTag])
        #expect(get("console.css", ifNoneMatch: "\"other\", W/\(tag)").status == .notModified)
        #expect(get("console.css", ifNoneMatch: "\"other\"").status == .ok)
        #expect(get("icons/x.svg").headers[.contentType] == "image/svg+xml")
    }

    @Test(arguments: [
        "../secret.txt", "icons/../../secret.txt", "/etc/passwd", "out.txt", ".hidden", "", "icons", "icons/",
        "nothing",
        "..", ".", "icons\\..\\console.css", "//console.css",
    ])
    func `nothing outside the directory is served`(_ path: String) {
        #expect(get(path).status == .notFound)
    }

    @Test(arguments: [
        ("*", true), ("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("\"b\"", false), ("a", false),
        ("\"a", false), ("", false), ("\"b\",,\t\"a\"", true), ("\"aa\"", false),
    ])
    func `If-None-Match is a list compared weakly`(_ field: String, _ matches: Bool) {
        #expect(EntityTag.matches(field, "\"a\"") == matches)
    }
}

import Foundation
import TestSupport
import Testing

/// Checks the links of the articles and the paths that the README names.
@Suite("Documentation") struct DocumentationTests {
    @Test func `every link leads to an article, and the first page links to every article`() throws {
        let articles = try Self.articles()
        var linked: [String: Set<String>] = [:]
        for (name, path) in articles {
            let links = try String(contentsOfFile: path, encoding: .utf8).matches(of: /<doc:([^>]+)>/)
            linked[name] = Set(links.map { String($0.1) })
            #expect(linked[name]?.subtracting(articles.keys) == [], "links in \(name)")
        }
        #expect(linked["Galley"] == Set(articles.keys).subtracting(["Galley"]))
    }

    @Test func `every path that the README names exists`() throws {
        let text = try String(contentsOfFile: PackageRoot.path + "/README.md", encoding: .utf8)
        let paths = text.matches(
            of: /\b((?:Sources|Tests|Templates|schemas|Public|migrations|bin|\.ci)\/[A-Za-z0-9_.\/-]*)[`\)]/)
        #expect(paths.count > 20)
        for path in paths where !path.1.contains("XTests") {
            #expect(FileManager.default.fileExists(atPath: PackageRoot.path + "/" + path.1), "\(path.1)")
        }
    }

    private static let folder = PackageRoot.path + "/Sources/Galley/Galley.docc/"

    /// The paths of the articles by the names that links use.
    private static func articles() throws -> [String: String] {
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let names = files.filter { $0.hasSuffix(".md") }.map {
            (URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent, folder + $0)
        }
        return Dictionary(uniqueKeysWithValues: names)
    }
}

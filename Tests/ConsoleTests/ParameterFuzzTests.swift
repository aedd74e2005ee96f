import Foundation
import HTTPTypes
import MicroHTTP
import TestSupport
import Testing

@testable import Console

/// Sends random parameters to random routes: 100 requests, or 20,000 with `GALLEY_LONG_TESTS=1`, which take about a
/// minute. The seed is fixed.
@Suite("Random parameters") struct ParameterFuzzTests {
    private static let rounds = ProcessInfo.processInfo.environment["GALLEY_LONG_TESTS"] == "1" ? 20_000 : 100
    private static let values = [
        "", "0", "1", "-1", "2", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e308", "nan",
        "0x10", "+1", "٣", "\u{0}", "\u{202E}", "é", String(repeating: "9", count: 5_000), "0-0:", "1-2:x",
        "5-1:x", "0-999999999:", "999999999-0:x", "{}", "[[[[", "{\"a\":1}", "test", "submit", "ios", "1.2.3",
        "375x667",
        "0x0", "99999x99999", "ar", "save", "try", "publish", "next", "step:9223372036854775807", "back:-1", "add:/a",
        "remove:/a/0", "segment:-1", "tap:x", "0,1,2,9223372036854775807", "/screens/Screen", "home.offers",
        "[[\"0\",[[\"/a\",\"x\"]]]]", "{{#a}}{{/a}}", "<b>", "’", "%", "&=", "\r\n",
    ]

    @Test func `random parameters cause no server error`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        let held = try console.post("/features/home.offers/texts/links", as: "mira", [("text", SampleTexts.screen)])
        let text = held.location?.split(separator: "/").dropLast().last.map(String.init) ?? ""
        let parts = [
            "home.offers", "home.offers", "1", "2", "0", "-1", "999999999999", "9223372036854775807",
            "9223372036854775808", "x", "%2e%2e", "%C3%A9", text, text,
        ]
        // Omits routes that can end the session of the test, and routes with a wildcard, such as `*path`.
        let routes = console.console.routes.filter {
            !$0.pattern.contains("account") && !$0.pattern.contains("sessions") && !$0.pattern.contains("*")
        }
        let names = try Self.names()
        #expect(names.count > 120)
        var random = SeededNumbers(seed: 20_260_719)
        for _ in 0..<Self.rounds {
            let route = routes[Int.random(in: 0..<routes.count, using: &random)]
            let path = route.pattern.split(separator: "/").map { segment in
                segment.hasPrefix(":") ? parts[Int.random(in: 0..<parts.count, using: &random)] : String(segment)
            }
            let fields = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                (
                    names[Int.random(in: 0..<names.count, using: &random)],
                    Self.values[Int.random(in: 0..<Self.values.count, using: &random)]
                )
            }
            let query = fields.map { "\($0.0)=\(PercentCoding.encode($0.1))" }.joined(separator: "&")
            let target = "/" + path.joined(separator: "/")
            let status =
                route.method == .post
                ? try console.post("\(target)?\(query.prefix(4_000))", as: "mira", fields).status
                : try console.get("\(target)?\(query.prefix(6_000))", as: "mira").status
            #expect(status.code < 500, "\(route.method) \(target) \(fields)")
        }
    }

    /// Returns the names of the fields that templates send and sources read, in the same order in every run.
    private static func names() throws -> [String] {
        var names: Set = ["/a", "/a/0/b", "choice-0"]
        for template in try texts(in: "Templates", ".mustache") {
            for field in template.text.matches(of: /\bname="([\w-]+)(\{\{value\}\})?"/) {
                names.insert(field.1 + (field.2 == nil ? "" : "ios"))
            }
        }
        for source in try texts(in: "Sources/Console", ".swift") + texts(in: "Sources/Preview", ".swift") {
            for item in source.text.matches(of: /(?:query|form|items|fields|controls)\??\["([\w-]+)"/) {
                names.insert(String(item.1))
            }
            for call in source.text.matches(
                of: /(?:\.(?:field|value|values|all)\(|Parameter\(name: |[fF]ield = )((?:"[\w-]+"(?:, )?)+)/)
            {
                names.formUnion(call.1.matches(of: /[\w-]+/).map { String($0.0) })
            }
            // Field names of a flow end with its depth of nesting.
            let depth = source.name.contains("/Modules/") ? "0" : ""
            names.formUnion(source.text.matches(of: /"(_[a-z]+)["\\]/).map { $0.1 + depth })
        }
        return names.sorted()
    }

    /// Returns the names and texts of the files with a suffix in a folder of the package.
    private static func texts(in folder: String, _ suffix: String) throws -> [(name: String, text: String)] {
        let root = PackageRoot.path + "/" + folder
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(suffix) }.map {
            ("/" + $0, try String(contentsOfFile: root + "/" + $0, encoding: .utf8))
        }
    }
}

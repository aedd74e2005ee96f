import Foundation
import SchemaRepository
import TestSupport
import Testing

@testable import GalleyClient

/// Versions and ranges in the client library. Their order is compared with the server's.
@Suite("Versions in the client library") struct AppVersionTests {
    @Test func `any two versions are ordered as the server orders them`() throws {
        var random = SeededNumbers(seed: 20_261_123)
        let numbers = [
            "0", "00", "1", "01", "2", "9", "10", "12", "100", "99999999999999999999", "100000000000000000000",
        ]
        let identifiers = ["0", "1", "2", "10", "alpha", "Alpha", "beta", "rc-1", "-", "1a"]
        let texts = (0..<300).map { _ in
            let core = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                numbers[Int.random(in: numbers.indices, using: &random)]
            }
            let release = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                identifiers[Int.random(in: identifiers.indices, using: &random)]
            }
            return core.joined(separator: ".") + (release.isEmpty ? "" : "-" + release.joined(separator: "."))
                + (Bool.random(using: &random) ? "+7.b" : "")
        }
        var compared = 0
        for left in texts {
            for right in texts {
                guard let its = try? ClientVersion(left), let other = try? ClientVersion(right) else { continue }
                let first = try #require(AppVersion(left))
                let second = try #require(AppVersion(right))
                #expect((its < other) == (first < second), "\(left) \(right)")
                #expect((its == other) == (first == second), "\(left) \(right)")
                compared += 1
            }
        }
        #expect(compared > 10_000)
    }

    @Test(arguments: ["", "a", "1.", "1.2.3.4.5", "1-", "1-a..b", "v1", "-1"])
    func `text that is not a version is refused`(text: String) { #expect(AppVersion(text) == nil) }

    @Test(arguments: [("5.1.9", false), ("5.2", true), ("5.2-beta", false), ("5.9", true), ("6.0", false)])
    func `a range in Galley-Versions includes its lower bound and excludes its upper one`(text: String, isInside: Bool)
        throws
    {
        let versions = try #require(AppVersions(">=5.2 <6.0"))
        let version = try #require(AppVersion(text))
        #expect(versions.first == "5.2")
        #expect(versions.contains(version) == isInside)
        let all = try #require(AppVersions(">=0"))
        #expect(all.contains(version))
    }

    @Test(arguments: ["", "5.2", ">5.2", ">=5.2 <=6.0", ">=5.2 <6.0 <7.0", ">=x"])
    func `a malformed Galley-Versions field is refused`(field: String) { #expect(AppVersions(field) == nil) }
}

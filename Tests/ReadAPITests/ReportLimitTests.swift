import Foundation
import Testing

@testable import ReadAPI

@Suite("The limit of reports") struct ReportLimitTests {
    @Test func `the reports of an address in a minute are limited, and other addresses are not affected`() {
        let limit = ReportLimit()
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        for _ in 0..<ReportLimit.perAddress { #expect(limit.admits("192.0.2.1", now: now)) }
        #expect(!limit.admits("192.0.2.1", now: now))
        #expect(limit.admits("192.0.2.2", now: now))
        #expect(limit.admits("192.0.2.1", now: now.addingTimeInterval(60)))
    }

    @Test func `all addresses together have a limit too`() {
        let limit = ReportLimit()
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        for number in 0..<ReportLimit.inAll { #expect(limit.admits("2001:db8::\(number)", now: now)) }
        #expect(!limit.admits("192.0.2.1", now: now))
        #expect(limit.admits("192.0.2.1", now: now.addingTimeInterval(60)))
    }
}

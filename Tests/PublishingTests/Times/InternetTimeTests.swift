import Foundation
import Publishing
import Testing

@Suite("Times in RFC 3339 format") struct InternetTimeTests {
    @Test(arguments: [
        ("2026-11-21T10:00:00Z", 1_795_255_200.0), ("2026-11-21t10:00:00z", 1_795_255_200),
        ("2026-11-21T13:30:00+03:30", 1_795_255_200), ("2026-11-21T09:00:00.5-01:00", 1_795_255_200.5),
        ("2028-02-29T00:00:00Z", 1_835_395_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("9999-12-31T23:59:59+23:59", 253_402_214_459),
    ])
    func `a time is read with its offset`(text: String, seconds: Double) {
        #expect(InternetTime.date(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        ("2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z"),
        ("2026-11-21T13:30:00.5+03:30", "2026-11-21T10:00:00.500000Z"),
        ("2026-11-21T10:00:59.999999Z", "2026-11-21T10:00:59.999999Z"),
        ("2026-11-21T10:00:59.9999999Z", "2026-11-21T10:01:00Z"),
        ("1999-12-31T23:59:59.000001Z", "1999-12-31T23:59:59.000001Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ])
    func `a time is written with its microseconds`(text: String, written: String) throws {
        let date = try #require(InternetTime.date(text))

        #expect(InternetTime.text(date) == written)
    }

    @Test func `in sentences a time is in whole seconds of UTC`() throws {
        let date = try #require(InternetTime.date("2026-11-21T13:30:59.999999+03:30"))

        #expect(InternetTime.words(date) == "2026-11-21 10:00:59 UTC")
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T10:00Z", "2026-11-21 10:00:00Z", "2026-11-21T10:00:00", "2030-02-30T00:00:00Z",
        "2027-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-11-21T24:00:00Z",
        "2026-11-21T10:60:00Z", "2026-11-21T10:00:60Z", "99999-01-01T00:00:00Z", "2026-11-21T10:00:00+24:00",
        "۲۰۲۶-11-21T10:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59-00:01",
        "0001-01-01T00:00:00+00:01",
    ])
    func `invalid times are refused`(text: String) {
        #expect(InternetTime.date(text) == nil)
    }
}

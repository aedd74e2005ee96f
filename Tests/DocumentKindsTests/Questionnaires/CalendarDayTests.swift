import Testing

@testable import DocumentKinds

struct CalendarDayTests {
    @Test(arguments: [
        ("0000-01-01", 60, "0000-03-01"), ("0000-02-29", 1, "0000-03-01"), ("0000-03-01", 0, "0000-03-01"),
        ("0000-02-28", 366, "0001-02-28"), ("1900-02-28", 1, "1900-03-01"), ("2000-02-28", 1, "2000-02-29"),
        ("2024-03-01", -1, "2024-02-29"), ("9999-12-30", 1, "9999-12-31"),
    ])
    func `days are added across the ends of months and years`(day: String, days: Int, expected: String) throws {
        #expect(try #require(CalendarDay(day)).adding(days: days)?.text == expected)
    }

    @Test(arguments: [("0000-03-01", -1), ("9999-12-31", 1)])
    func `adding days returns nil before 0000-03-01 and after 9999-12-31`(day: String, days: Int) throws {
        #expect(try #require(CalendarDay(day)).adding(days: days) == nil)
    }
}

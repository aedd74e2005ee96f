package import Foundation

extension CalendarDay {
    /// 1970-01-01, from which `Date.timeIntervalSince1970` counts.
    package static let epoch = CalendarDay(year: 1970, month: 1, day: 1)

    /// The day that contains a moment, in Coordinated Universal Time; nil before 0000-03-01 and after 9999-12-31.
    package init?(_ date: Date) {
        guard let day = Self.epoch.adding(days: Int((date.timeIntervalSince1970 / 86_400).rounded(.down))) else {
            return nil
        }
        self = day
    }

    private init(year: Int, month: Int, day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }
}

package import Foundation

extension CalendarDay {
    /// The day of a moment in Coordinated Universal Time, which has its midnight every 86,400 seconds.
    package init?(_ date: Date) {
        guard let epoch = CalendarDay("1970-01-01"),
            let day = epoch.adding(days: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
        else { return nil }
        self = day
    }
}

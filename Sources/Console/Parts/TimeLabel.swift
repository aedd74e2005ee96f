import Foundation
import Mustache
import Preview
import Publishing

/// A point in time as pages show it: relative, exact to the second, and machine-readable.
struct TimeLabel: Sendable {
    /// The distance from now, such as `3 hours ago`; the date for a time 30 or more days ago.
    var relative: String
    var exact: String
    /// The time with the microseconds that the database keeps, so that it names the same moment if somebody copies it
    /// to ask what was live then.
    var iso: String
    /// The complete `time` element, so that a template looks up one name instead of three.
    var element: Markup

    init(_ date: Date, now: Date) {
        let iso = InternetTime.text(date)
        self.iso = iso
        exact = InternetTime.words(of: iso)
        let ahead = date.timeIntervalSince(now)
        relative =
            ahead < Double(Self.clockTolerance)
            ? Self.words(seconds: Int(max(0, min(-ahead, 4e9))), date: String(iso.prefix { $0 != "T" }))
            : Self.words(ahead: Int(min(ahead, 4e9)))
        let shown = HTMLEscaping.escape(relative)
        element = Markup(html: "<time datetime=\"\(iso)\" title=\"\(exact)\">\(shown)</time>")
    }

    /// The seconds before now within which a time is shown as “just now”.
    private static let moment = 45
    /// The seconds after now within which a time is shown as “just now” too, because the console's clock and the
    /// database's clock may differ.
    static let clockTolerance = 5
    private static let minute = 60
    private static let hour = 3_600
    private static let day = 24 * hour

    private static func words(seconds: Int, date: String) -> String {
        switch seconds {
        case ..<moment: Texts["time.just-now"]
        case ..<(2 * moment): Texts["time.minute-ago"]
        case ..<hour: Texts["time.minutes-ago", ["count": (seconds + minute / 2) / minute]]
        case ..<(hour + hour / 2): Texts["time.hour-ago"]
        case ..<day: Texts["time.hours-ago", ["count": (seconds + hour / 2) / hour]]
        case ..<(2 * day): Texts["time.day-ago"]
        case ..<(30 * day): Texts["time.days-ago", ["count": seconds / day]]
        default: date
        }
    }

    private static func words(ahead seconds: Int) -> String {
        switch seconds {
        case ..<(2 * minute): Texts["time.soon"]
        case ..<(2 * hour): Texts["time.in-minutes", ["count": seconds / minute]]
        case ..<(2 * day): Texts["time.in-hours", ["count": seconds / hour]]
        default: Texts["time.in-days", ["count": seconds / day]]
        }
    }

    static let sampleDate = Date(timeIntervalSince1970: 1_790_000_000)
    static let sample = TimeLabel(
        sampleDate, now: Date(timeIntervalSince1970: 1_790_000_300))
}

extension TimeLabel: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "relative": relative
        case "exact": exact
        case "iso": iso
        case "element": element
        default: nil
        }
    }
}

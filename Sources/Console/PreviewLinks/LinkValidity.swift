/// The lifetime of a link that opens a preview on another device.
enum LinkValidity: String, Sendable, CaseIterable {
    case hour, day, week

    /// The lifetime in seconds.
    var seconds: Double {
        switch self {
        case .hour: 3_600
        case .day: 86_400
        case .week: 604_800
        }
    }

    /// The lifetime in words.
    var title: String {
        switch self {
        case .hour: Words.duration(seconds: 3_600)
        case .day: Words.duration(seconds: 86_400)
        case .week: Words.duration(seconds: 604_800)
        }
    }
}

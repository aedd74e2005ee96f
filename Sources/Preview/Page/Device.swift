/// A phone or tablet whose screen the preview is drawn for.
package enum Device: String, Sendable, CaseIterable {
    case compact, phone, large, android, tablet

    /// The screen's width in CSS pixels (points, density-independent pixels).
    package var width: Int {
        switch self {
        case .compact: 320
        case .phone: 390
        case .large: 430
        case .android: 360
        case .tablet: 744
        }
    }

    /// The screen's height in CSS pixels.
    package var height: Int {
        switch self {
        case .compact: 568
        case .phone: 844
        case .large: 932
        case .android: 780
        case .tablet: 1133
        }
    }
}

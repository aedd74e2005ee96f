import Preview

extension Device {
    /// The device's name on pages.
    var title: String {
        switch self {
        case .compact: "Small phone"
        case .phone: "Phone"
        case .large: "Large phone"
        case .android: "Android phone"
        case .tablet: "Tablet"
        default: "\(width) × \(height)"
        }
    }

    /// The device's label; includes the width for custom sizes.
    var label: String { Self.allCases.contains(self) ? "\(title), \(width)" : title }
}

extension Direction {
    /// The direction's name on pages.
    var title: String {
        switch self {
        case .auto: "Of the language"
        case .ltr: "Left to right"
        case .rtl: "Right to left"
        }
    }
}

extension Theme {
    /// The theme's name on pages.
    var title: String {
        switch self {
        case .light: "Light"
        case .dark: "Dark"
        }
    }
}

extension ScreenState {
    /// The state's name on pages.
    var title: String {
        switch self {
        case .normal: "Loaded"
        case .loading: "Loading"
        case .empty: "Empty"
        case .error: "Failed"
        }
    }
}

extension FormMoment {
    /// The moment's name on pages.
    var title: String {
        switch self {
        case .opened: PreviewWords.asOpened
        case .submitted: PreviewWords.afterSubmit
        }
    }
}

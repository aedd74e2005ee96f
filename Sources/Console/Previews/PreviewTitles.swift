import Preview

extension Device {
    /// The device's name on pages; for a custom size, `WIDTH × HEIGHT`.
    var title: String {
        switch self {
        case .compact: Texts["preview.small-phone"]
        case .phone: Texts["preview.phone"]
        case .large: Texts["preview.large-phone"]
        case .android: Texts["preview.android-phone"]
        case .tablet: Texts["preview.tablet"]
        default: "\(width) × \(height)"
        }
    }

    /// The device's label: its name with the width or, for a custom size, `WIDTH × HEIGHT`.
    var label: String { Self.allCases.contains(self) ? "\(title), \(width)" : title }
}

extension Direction {
    /// The direction's name on pages.
    var title: String {
        switch self {
        case .auto: Texts["preview.from-the-language"]
        case .ltr: Texts["preview.left-to-right"]
        case .rtl: Texts["preview.right-to-left"]
        }
    }
}

extension Theme {
    /// The theme's name on pages.
    var title: String {
        switch self {
        case .light: Texts["preview.light"]
        case .dark: Texts["preview.dark"]
        }
    }
}

extension ScreenState {
    /// The state's name on pages.
    var title: String {
        switch self {
        case .normal: Texts["preview.loaded"]
        case .loading: Texts["preview.loading"]
        case .empty: Texts["preview.empty"]
        case .error: Texts["preview.failed"]
        }
    }
}

extension FormMoment {
    /// The moment's name on pages.
    var title: String {
        switch self {
        case .opened: PreviewWords.initialState
        case .submitted: PreviewWords.afterSubmit
        }
    }
}

import MicroHTTP
import Preview

/// Which devices, languages and themes a matrix shows, each with each.
struct MatrixChoice: Sendable {
    /// The most frames on a page: each is a document that the browser lays out.
    static let limit = 24

    var devices: [Device]
    /// Language tags; an empty one is the language of the text.
    var languages: [String]
    var themes: [Theme]

    /// What an address chooses by repeating `devices`, `languages` and `themes`; a group without any known value has
    /// two of its kind.
    init(_ query: QueryItems) {
        var devices: [Device] = []
        for device in query.all("devices").compactMap(Device.init) where !devices.contains(device) {
            devices.append(device)
        }
        let asked = query.all("languages")
        let languages = Self.allLanguages.filter { asked.contains($0) || ($0.isEmpty && asked.contains("text")) }
        let themes = Theme.allCases.filter { query.all("themes").contains($0.rawValue) }
        self.devices = devices.isEmpty ? [.compact, .phone] : devices
        self.languages = languages.isEmpty ? ["", "fa"] : languages
        self.themes = themes.isEmpty ? [.light, .dark] : themes
    }

    /// The language of the text, and those of the product.
    static let allLanguages = ["", "en", "ru", "fa", "ar", "zh-Hant"]

    /// The devices there are, and those of other sizes that the address asks for.
    var offered: [Device] { Device.allCases + devices.filter { !Device.allCases.contains($0) } }

    /// How many frames the choice asks for.
    var count: Int { devices.count * languages.count * themes.count }

    /// The options of each frame, at most `limit`: those of the page with a device, a language and a theme.
    func options(from options: PreviewOptions) -> [PreviewOptions] {
        var all: [PreviewOptions] = []
        for device in devices {
            for language in languages {
                for theme in themes where all.count < Self.limit {
                    var one = options
                    (one.device, one.language, one.theme) = (device, language.isEmpty ? nil : language, theme)
                    all.append(one)
                }
            }
        }
        return all
    }

    /// The choice as an address says it.
    var query: String {
        (devices.map { "devices=\($0.rawValue)" } + languages.map { "languages=\($0.isEmpty ? "text" : $0)" }
            + themes.map { "themes=\($0.rawValue)" }).joined(separator: "&")
    }
}

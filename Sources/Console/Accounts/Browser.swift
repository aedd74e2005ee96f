/// Describes a browser in a few words from its `User-Agent` header field.
enum Browser {
    /// The words in `User-Agent` by which browsers are recognized, with the browsers' names. Most browsers also send
    /// the words of others, so the first match in this order decides.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrom", "Chrome"), ("CriOS/", "Chrome"),
        ("FxiOS/", "Firefox"), ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ]

    /// Returns a description such as `Firefox on Windows`, or `Unknown browser`.
    static func words(_ userAgent: String) -> String {
        func name(_ table: [(mark: String, name: String)]) -> String? {
            table.first { userAgent.contains($0.mark) }?.name
        }
        guard let browser = name(browsers) else { return Texts["accounts.unknown-browser"] }
        return name(systems).map { Texts["accounts.browser-on-system", ["browser": browser, "system": $0]] } ?? browser
    }
}

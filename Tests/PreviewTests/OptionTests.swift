import Preview
import Testing

@Suite struct OptionTests {
    @Test func `options are read from a query, and invalid values become the default`() {
        let options = PreviewOptions(query: [
            "theme": "dark", "device": "compact", "dir": "rtl", "lang": "fa", "scale": "1.5", "step": "2",
            "platform": "ios", "version": "5.2", "actions": "0",
        ])
        #expect(options.theme == .dark && options.device == .compact && options.direction == .rtl)
        #expect(options.language == "fa" && options.fontScale == 1.5 && options.step == 2 && !options.showsActions)
        let same = PreviewOptions(
            query: Dictionary(options.queryItems.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
        #expect(same == options)
        let odd = PreviewOptions(query: [
            "theme": "pink", "scale": "nan", "step": "-4", "lang": "\"><b>", "device": "fridge", "platform": "a\u{1}b",
        ])
        #expect(odd == PreviewOptions())
    }
}

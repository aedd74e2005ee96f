import HTTPTypes
import MicroHTTP
import Testing

@Suite("Accepted languages") struct AcceptedLanguageTests {
    @Test(
        arguments: [
            (["fa"], ["fa"]), (["de-DE,de;q=0.9, fa;q=0.95"], ["de-DE", "fa", "de"]),
            (["en;q=0.5", "fa"], ["fa", "en"]),
            (["en;q=0, fa;q=0.001"], ["fa"]), (["*, fa;q=0.1"], ["fa"]), (["en;q=1.000 ,\tfa; q=1."], ["en", "fa"]),
            (["en;q=0.3;x=1, fa q=1, ru;q=2, ar;q=0.1234, zh-Hant;q=0.1,,"], ["zh-Hant"]), ([""], []), ([], []),
        ] as [([String], [String])])
    func `tags are sorted by weight, then by their order, without malformed items`(fields: [String], tags: [String]) {
        var headers = HTTPFields()
        for field in fields { headers.append(HTTPField(name: .acceptLanguage, value: field)) }
        #expect(AcceptedLanguages(headers).tags == tags)
    }

    @Test func `tags with the weight 0 are refused`() {
        var headers = HTTPFields()
        for field in ["en;q=0, fa;q=0.001", "*;q=0, ru; q=0.000"] {
            headers.append(HTTPField(name: .acceptLanguage, value: field))
        }
        #expect(AcceptedLanguages(headers).refused == ["en", "ru"])
    }
}

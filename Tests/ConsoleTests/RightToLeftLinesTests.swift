import Testing

@testable import Console

@Suite("Right-to-left texts on one line") struct RightToLeftLinesTests {
    @Test(arguments: [
        #"["یک", "دو"]"#, #"{"a": "یک", "b": "دو"}"#, #"["سلام \" ,", 1, "דבר"]"#, #"["latin", "یک", 2, "ﷲ"]"#,
        #"["یک", 5]"#, #"{"a": ["سن", -5, 7]}"#, "[\"\u{FB1D}\", \"\u{FB4F}\"]", "[\"\u{FE70}\", \"\u{FEFC}\"]",
        "[\"\u{8A0}\", \"\u{8FF}\"]",
        "[\"\u{10800}\", \"\u{10FFF}\"]", "[\"\u{1E900}\", \"\u{1E95F}\"]", "[\"\u{1E800}\", \"\u{1EEFF}\"]",
    ])
    func `two right-to-left values on one line are detected`(text: String) {
        #expect(RightToLeftLines.shareALine(Array(text.utf8)))
    }

    @Test(arguments: [
        "[\n\"یک\",\n\"دو\"\n]", #"{"کلید": "مقدار"}"#, #"["one", "two"]"#, #"["да", "нет"]"#, #"["一", "二"]"#,
        #"["یک", "two"]"#, #"["یک, دو"]"#, #"["یک a", 5]"#, #"{"a": "یک", "b": 5}"#, #"["یک", true, 5]"#,
        #"{"کلید": 5}"#,
        #"[5, "یک"]"#, "", "[\"یک",
        "[\"\u{FB00}\", \"\u{FB17}\"]", "[\"\u{FE4F}\", \"\u{FF21}\"]", "[\"\u{10000}\", \"\u{107FF}\"]",
        "[\"\u{1E000}\", \"\u{1E7FF}\"]", "[\"\u{1F600}\", \"\u{10330}\"]",
    ])
    func `lines with at most one right-to-left value are not reported`(text: String) {
        #expect(!RightToLeftLines.shareALine(Array(text.utf8)))
    }

    @Test(arguments: [
        #"{"کلید": "مقدار"}"#, #"{"a کلید": "مقدار"}"#, #"{"کلید \": ": "מפתח"}"#, #"{"کلید": -5}"#,
        #"{"کلید": "5 a"}"#,
        #"{"کلید": ["مقدار"]}"#, #"{"کلید…": "😀 مقدار"}"#,
    ])
    func `a value that is shown to the left of its right-to-left name is found with its line`(text: String) {
        #expect(RightToLeftLines.firstReversedMember(in: Array(text.utf8)) == 1)
        #expect(RightToLeftLines.firstReversedMember(in: Array("{\"a\":\n\(text)}".utf8)) == 2)
    }

    @Test(arguments: [
        #"{"کلید": "a مقدار"}"#, #"{"کلید a": "مقدار"}"#, #"{"کلید": true}"#, #"{"کلید": "я"}"#, #"{"key": "مقدار"}"#,
        #"{"کلید": ""}"#, #"["یک : دو"]"#, "{\"کلید\":\n\"مقدار\"}", "", "\"کلید\":",
    ])
    func `a value to the right of its name is not reported`(text: String) {
        #expect(RightToLeftLines.firstReversedMember(in: Array(text.utf8)) == nil)
    }
}

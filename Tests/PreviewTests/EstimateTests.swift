import JSONText
import Testing

@testable import Preview

@Suite struct EstimateTests {
    private func lines(_ text: String, width: Double) -> Int {
        TextLines(text, fontSize: 16, isBold: false, width: width).count
    }

    @Test func `lines break between words, between ideographs and inside a word that is too long`() {
        #expect(lines("one two", width: 1000) == 1)
        #expect(lines("one two", width: 40) == 2)
        #expect(lines("one\ntwo\r\nthree", width: 1000) == 3)
        #expect(lines("一二三四五六", width: 48) == 2)
        #expect(lines("一二三。四五", width: 48) == 3)
        #expect(lines(String(repeating: "m", count: 20), width: 150) == 2)
        #expect(lines("one\ntwo", width: 1000) == 2)
    }

    @Test func `letters that join are narrower inside a word`() {
        let joined = TextMetrics.width(of: "ببب", isBold: false)
        #expect(joined == 269 + 343 + 1093)
        #expect(TextMetrics.width(of: "ب\u{200C}ب", isBold: false) == 2 * 993)
        #expect(TextMetrics.width(of: "با", isBold: false) == 269 + 291)
    }

    @Test func `an element is as large as its texts and the box of its template`() throws {
        let vocabulary = try PreviewSample.renderer().vocabulary
        let natural = NaturalSize(vocabulary: vocabulary, scale: 1, isRightToLeft: false)
        func size(_ text: String, _ name: String, within width: Double) throws -> NaturalSize.Size {
            let entity = try #require(vocabulary.entity(named: name))
            return natural.size(of: try JSONDocument(parsing: text).root, as: entity, within: width)
        }
        let button = try size(#"{"title": {"value": "A"}}"#, "ButtonView", within: 300)
        #expect(button.height == 40 && button.width < 40)
        let row = try size(
            """
            {"axis": "horizontal", "spacing": "m", "elements": [
              {"type": "IconView", "icon": {"name": "a"}, "size": "l"}, {"type": "IconView", "icon": {"name": "a"}, "size": "l"}]}
            """, "StackView", within: 300)
        let icon = try size(#"{"icon": {"name": "a"}, "size": "l"}"#, "IconView", within: 300)
        #expect(row.width == 2 * icon.width + 16)
        #expect(row.height == icon.height)
        let nested = try size(
            """
            {"elements": [{"tag": "a", "element": {"type": "ConstraintWrapper", "elements": [
              {"tag": "b", "element": {"type": "ButtonView", "title": {"value": "A"}}, "constraints": [
                {"type": "top", "reference": "superview", "constant": 7}, {"type": "width", "constant": 90},
                {"type": "leading", "reference": "superview", "constant": 3}]}]},
              "constraints": [{"type": "top", "reference": "superview", "constant": 10}]}]}
            """, "ConstraintWrapper", within: 300)
        #expect(nested.height == 57)
    }

    @Test func `a device has a name or a size`() {
        #expect(Device(rawValue: "phone") == .phone)
        #expect(Device(rawValue: "375x667")?.height == 667)
        #expect(Device(rawValue: "375")?.width == 375)
        for wrong in ["", "12", "99999", "375x", "x667", "375x667x1", "-375", "37５", "wide"] {
            #expect(Device(rawValue: wrong) == nil, "\(wrong)")
        }
    }
}

import Foundation
import JSONText
import Preview
import SchemaRepository
import Testing

@Suite("The phone around a screen, and the controls beside it") struct PhoneTests {
    private static let form = #"{"type": "Form", "jsonSchema": {"properties": {"n": {"type": "string"}}}}"#
    private static let questionnaire = """
        {"type": "Questionnaire", "sections": [{"cells": [{"key": "n", "title": "N", "kind": "text", "isHidden": true}]}]}
        """
    private static let module =
        #"{"type": "Module", "content": {"element": {"type": "TextView", "text": {"value": "M"}}}}"#
    private static let tabs = #"{"type": "TabContainer", "modules": [{"id": "a", "content": {"feature": "x"}}]}"#
    private static let flow =
        #"{"type": "ModuleFlow", "start": "a", "modules": [{"id": "a", "content": {"feature": "x"}}]}"#
    private static let screen = #"{"type": "Screen", "widgets": []}"#

    @Test(arguments: [
        (form, "<form id=\"form\"", ["value=\"fill\"", "<details class=\"payload\""]),
        (questionnaire, "<form id=\"questionnaire\"", ["value=\"fill\"", "value=\"restart\"", "hidden-cells"]),
        (module, ">M<", ["class=\"contract\""]),
    ])
    func `controls are beside the phone and not in it`(_ text: String, own: String, tools: [String]) throws {
        let page = try PreviewSample.page(text)
        #expect(page.contains("<body class=\"draws-phone\">"))
        let body = page[try #require(page.range(of: "<main")).lowerBound...]
        let end = try #require(body.range(of: "</main>")).lowerBound
        let (phone, beside) = (String(body[..<end]), String(body[end...]))
        #expect(phone.contains(own))
        for tool in tools {
            #expect(beside.contains(tool), "no \(tool)")
            #expect(!phone.contains(tool), "\(tool) inside")
        }
        for button in beside.matches(of: #/<button[^>]*>/#) where button.output.contains("name=") {
            #expect(button.output.contains(text == Self.form ? "form=\"form\"" : "form=\"questionnaire\""))
        }
    }

    @Test(arguments: [
        (form, PhoneDrawer.page), (questionnaire, .page), (module, .page), (tabs, .page), (flow, .document),
        (screen, .viewer), (#"{"type": "Form", "steps": []}"#, .viewer), (#"{"type": "Questionnaire"}"#, .viewer),
        (#"{"type": "ModuleFlow", "modules": []}"#, .viewer), ("{", .viewer),
    ])
    func `pages of forms, questionnaires, modules and tabs draw the phone`(_ text: String, drawer: PhoneDrawer) throws {
        let checked = try PreviewSample.repository.get().check(Array(text.utf8), kind: nil)
        #expect(try PreviewSample.renderer().phone(of: checked) == drawer)
        #expect(try PreviewSample.page(text).contains("<body class=\"draws-phone\">") == (drawer == .page))
    }
}

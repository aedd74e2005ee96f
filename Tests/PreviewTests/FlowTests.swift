import Foundation
import JSONText
import Preview
import SchemaRepository
import Testing

/// Previews of flows. A walk is a person's way through a flow: the list of the connections that were performed, by
/// their indices in the document.
@Suite struct FlowTests {
    /// Returns the options of a post with a walk and further fields, such as the pressed button.
    private func posted(_ walk: String, _ fields: KeyValuePairs<String, String>) -> PreviewOptions {
        PreviewOptions(
            query: [:],
            form: [PreviewOptions.Field(name: "_walk0", value: walk)]
                + fields.map { PreviewOptions.Field(name: $0.key, value: $0.value) })
    }

    /// Returns preview sources with the documents of features, given by the name of the feature.
    private func sources(_ documents: [String: String]) throws -> PreviewSources {
        let repository = try PreviewSample.repository.get()
        return PreviewSources(
            now: PreviewSample.sources.now,
            document: { name in documents[name].map { repository.check(Array($0.utf8), kind: nil) } })
    }

    private func example(_ name: String) throws -> String {
        try String(contentsOfFile: PreviewSample.path("schemas/modules/\(name).json"), encoding: .utf8)
    }

    private static let examples: [String] = ["ModuleFlow", "Module", "TabContainer"].flatMap { entity in
        ["examples", "counter-examples"].flatMap { folder in
            let path = "\(entity)/\(folder)"
            let files =
                (try? FileManager.default.contentsOfDirectory(atPath: PreviewSample.path("schemas/modules/\(path)")))
                ?? []
            return files.filter { $0.hasSuffix(".json") && !$0.hasSuffix("expected.json") }.map {
                "\(path)/\($0.dropLast(5))"
            }
        }
    }.sorted()

    @Test func `there are examples and counter-examples`() {
        let counters = Self.examples.filter { $0.contains("counter") }
        #expect(counters.count > 10 && Self.examples.count - counters.count > 5)
    }

    @Test(arguments: examples) func `every example is drawn, and has all texts if it cannot be posted`(name: String)
        throws
    {
        let text = try example(name)
        let root = try JSONDocument(parsing: text).root
        for frame in [FrameURLs.none, FrameURLs(formAction: "/f", page: "/p?s=1")] {
            let screen = PreviewSample.screen(try PreviewSample.page(text, frame: frame))
            #expect(!screen.contains("class=\"element outline"), "\(name) is an outline")
            if frame == .none {
                for value in texts(root) { #expect(screen.contains(Self.escaped(value)), "\(name) lacks \(value)") }
                #expect(!screen.contains("<button"))
            }
            for module in root["modules"].map({ Array($0.elements) }) ?? [] {
                let id = try #require(module["id"]?.string)
                if root["start"] != nil { #expect(screen.contains(id), "\(name) lacks \(id)") }
            }
        }
    }

    @Test(arguments: examples.filter { $0.contains("counter") }) func `the errors of counter-examples are shown`(
        name: String
    )
        throws
    {
        let text = try example(name)
        let checked = try PreviewSample.repository.get().check(Array(text.utf8), kind: nil)
        let html = try PreviewSample.page(text, frame: .none)
        let errors = checked.diagnostics.filter { $0.severity == .error }
        // An unreachable module is only a warning.
        #expect(errors.isEmpty == name.hasSuffix("/unreachable-module"), "\(name)")
        for diagnostic in errors {
            let message = MessagePiece.pieces(of: diagnostic.message).map {
                $0.isCode ? "<code dir=\"ltr\">\(Self.escaped($0.text))</code>" : Self.escaped($0.text)
            }
            #expect(html.contains(message.joined()), "\(name): \(diagnostic.message)")
        }
    }

    @Test func `a pushed module has a bar in the transition's color, with a back button`() throws {
        let text = try example("ModuleFlow/examples/list-and-details")
        let html = try PreviewSample.page(text, options: posted("", ["_go0": "0"]))
        let screen = PreviewSample.screen(html)
        #expect(screen.contains("class=\"flow-bar flow-tint-accent\""))
        #expect(html.contains(".flow-tint-accent{--flow-tint:var(--Color-accent);--flow-on-tint:#"))
        #expect(screen.contains("class=\"back\" form=\"flow-0\" name=\"_go0\" value=\"back:0\""))
        #expect(screen.contains("moves-push"))
        #expect(screen.contains("name=\"_walk0\" value=\"0\""))
        #expect(screen.contains("&quot;id&quot;:"))
        let back = PreviewSample.screen(try PreviewSample.page(text, options: posted("0", ["_go0": "back:0"])))
        #expect(back.contains("name=\"_walk0\" value=\"\""))
        #expect(back.contains("moves-back"))
        #expect(!back.contains("flow-bar"))
    }

    @Test func `each kind of transition has its own look and can be reversed`() throws {
        let text = try example("ModuleFlow/examples/every-transition")
        let marks = [
            0: "class=\"flow-embedded\"", 2: "class=\"flow-handle flow-tint-separator\"",
            3: "flow-layer is-present moves-present",
            4: "flow-layer is-window\"",
        ]
        for (place, mark) in marks {
            let screen = PreviewSample.screen(
                try PreviewSample.page(text, options: posted("", ["_go0": String(place)])))
            #expect(screen.contains(mark), "\(place)")
            #expect(screen.contains("name=\"_go0\" value=\"back:0\""), "\(place)")
            #expect(screen.contains("name=\"_walk0\" value=\"\(place)\""))
        }
        let window = PreviewSample.screen(try PreviewSample.page(text, options: posted("", ["_go0": "4"])))
        #expect(window.contains("<p class=\"flow-level\">alert</p>"))
        #expect(window.contains("inert aria-hidden=\"true\""))
    }

    @Test func `an embedded module is inside the element with the container's tag`() throws {
        let screen = PreviewSample.screen(
            try PreviewSample.page(FlowSample.everyKind, options: posted("", ["_go0": "0"])))
        let container = try #require(screen.range(of: "data-pointer=\"/modules/0/content/element/elements/1\""))
        let embedded = try #require(screen.range(of: "class=\"flow-embedded\""))
        let inside = try #require(screen.range(of: "Screen cards", range: embedded.upperBound..<screen.endIndex))
        #expect(container.lowerBound < embedded.lowerBound && embedded.lowerBound < inside.lowerBound)
        let opening = PreviewSample.screen(try PreviewSample.page(FlowSample.everyKind))
        #expect(opening.contains("Container slot-home, empty"))
    }

    @Test func `a color that no schema defines is ignored`() throws {
        let text = try example("ModuleFlow/examples/list-and-details").replacing(
            "\"barTintColor\": \"accent\"", with: "\"barTintColor\": \"red;}body{display:none\"")
        let html = try PreviewSample.page(text, options: posted("", ["_go0": "0"]))
        let style = try #require(html.range(of: "</style>")).lowerBound
        #expect(!html[..<style].contains("body{display:none"))
        #expect(html.contains("class=\"flow-bar \""))
    }

    @Test func `a module's own appearance is used only for its kind of transition`() throws {
        let text = try example("ModuleFlow/examples/one-event-two-modules")
        let push = try PreviewSample.page(text, options: posted("", ["_go0": "0"]))
        #expect(push.contains("class=\"flow-bar flow-tint-positive\""))
        let curtain = try PreviewSample.page(text, options: posted("", ["_go0": "1"]))
        #expect(curtain.contains("class=\"flow-handle \""))
        let opening = try PreviewSample.page(text)
        #expect(opening.contains("name=\"_go0\" value=\"0\""))
        #expect(opening.contains("name=\"_go0\" value=\"1\""))
    }

    @Test func `another feature is drawn by its kind, with the pointer of the module's content`() throws {
        let form =
            #"{"type": "Form", "title": "Send", "jsonSchema": {"type": "object", "properties": {"sum": {"type": "integer", "title": "Sum"}}, "required": ["sum"]}}"#
        let sources = try sources([
            "home.list": #"{"type": "Screen", "title": "Offers", "widgets": []}"#, "home.details": form,
        ])
        let text = try example("ModuleFlow/examples/list-and-details")
        let first = PreviewSample.screen(try PreviewSample.page(text, sources: sources))
        #expect(first.contains(">Offers</h1>"))
        #expect(first.contains("class=\"element Screen kind-screen\" data-pointer=\"/modules/0/content\""))
        #expect(!first.contains("data-pointer=\"/widgets"))
        let second = PreviewSample.screen(
            try PreviewSample.page(text, options: posted("", ["_go0": "0"]), sources: sources))
        #expect(second.contains("name=\"/sum\""))
        #expect(!second.contains("data-pointer=\"/jsonSchema"))
        #expect(second.contains("name=\"_at0\" value=\"0\""))
        // Posting the form inside keeps the walk.
        let sent = PreviewSample.screen(
            try PreviewSample.page(
                text, options: posted("0", ["_at0": "0", "_step": "1", "_data": "{}", "_do": "next"]), sources: sources)
        )
        #expect(sent.contains("class=\"summary\""))
        #expect(sent.contains("name=\"_walk0\" value=\"0\""))
    }

    @Test func `a tap on an option of a sheet inside a flow scrolls back to the option`() throws {
        let options = (1...8).map { #"{"cellStyle": "classic", "title": "Option \#($0)"}"# }.joined(separator: ",")
        let sheet = """
            {"type": "OptionSheet", "title": "Choose",
             "dataProvider": {"kind": "static", "content": {"options": [\(options)]}}}
            """
        let text = """
            {"type": "ModuleFlow", "start": "a", "modules": [
             {"id": "a", "content": {"element": {"type": "ViewWrapper", "tag": "slot", "element": {"type": "TextView",
              "text": {"value": "A"}}}}, "output": [{"event": "on"}]},
             {"id": "b", "content": {"feature": "sheet"}}], "connections": [
             {"from": "a", "event": "on", "to": "b", "transition": {"kind": "embed", "container": "slot"}}]}
            """
        let screen = PreviewSample.screen(
            try PreviewSample.page(
                text, options: posted("", ["_go0": "0"]), sources: try sources(["sheet": sheet])))
        let address = try #require(screen.firstMatch(of: #/value="tap:[^"]*/6" formaction="([^"]*)"/#)).1
        let parts = address.split(separator: "#", omittingEmptySubsequences: false)
        #expect(parts.count == 2 && parts.first == "/preview/forms/x")
        #expect(parts.last?.hasSuffix("o7") == true)
        #expect(screen.contains("id=\"\(parts.last ?? "")\""))
    }

    @Test func `elements of the visible module send the events that their actions name`() throws {
        func button(_ title: String, _ action: String) -> String {
            #"{"type": "ButtonView", "title": {"value": "\#(title)"}, "action": {\#(action)}}"#
        }
        func module(_ id: String, _ elements: [String]) -> String {
            let stack = #"{"type": "StackView", "axis": "vertical", "elements": [\#(elements.joined(separator: ","))]}"#
            return
                #"{"id": "\#(id)", "content": {"element": \#(stack)}, "output": [{"event": "on"}, {"event": "off"}]}"#
        }
        let buttons = [
            button("sends", #""analytics": {"event": "on"}"#), button("loose", #""analytics": {"event": "off"}"#),
            button("leads", #""deeplink": "on""#), button(#"x data-sends=\"0\""#, #""analytics": {"event": "no"}"#),
        ]
        let text = """
            {"type": "ModuleFlow", "start": "a", "modules": [\(module("a", buttons)), \(module("b", buttons))],
             "connections": [{"from": "a", "event": "on", "to": "b", "transition": {"kind": "present"}},
              {"from": "a", "event": "on", "to": "a", "transition": {"kind": "push"}}]}
            """
        func sends(_ screen: String) -> [String] {
            screen.matches(of: #/<button class="sends"[^>]*>/#).map { String($0.output) }
        }
        let first = PreviewSample.screen(try PreviewSample.page(text, options: PreviewOptions(query: ["lang": "en"])))
        let expected =
            #"<button class="sends" form="flow-0" name="_go0" value="0" aria-label="Sends on" title="Sends on">"#
        #expect(sends(first) == [expected])
        #expect(first.contains("x data-sends=&quot;0&quot;"))
        // Neither layers below nor modules that cannot send the event have a button for it.
        #expect(sends(PreviewSample.screen(try PreviewSample.page(text, options: posted("", ["_go0": "0"])))).isEmpty)
        #expect(sends(try PreviewSample.page(text, frame: .none)).isEmpty)

        let screen = #"{"type": "Screen", "widgets": [{"type": "SDUIWidget", "id": "w", "content": \#(buttons[0])}]}"#
        let embedding = """
            {"type": "ModuleFlow", "start": "a", "modules": [
             {"id": "a", "content": {"element": {"type": "ViewWrapper", "tag": "slot", "element": \(buttons[0])}}},
             {"id": "b", "content": {"feature": "held"}}], "connections": [
             {"from": "a", "event": "on", "to": "b", "transition": {"kind": "embed", "container": "slot"}},
             {"from": "b", "event": "on", "to": "a", "transition": {"kind": "push"}}]}
            """
        let embedded = PreviewSample.screen(
            try PreviewSample.page(
                embedding, options: posted("", ["_go0": "0"]), sources: try sources(["held": screen])))
        #expect(sends(embedded).map { $0.contains("value=\"0\"") } == [true, false])
        #expect(sends(embedded).allSatisfy { $0.contains("form=\"flow-0\"") })
    }

    @Test func `a form sends its module's event when its last step is submitted`() throws {
        let form = """
            {"type": "Form", "steps": [{"jsonSchema": {"properties": {"first": {"type": "string"}}}},
             {"jsonSchema": {"properties": {"sum": {"type": "integer"}}, "required": ["sum"]}}],
             "submit": {"title": "Send", "action": {"analytics": {"event": "sent"}}}}
            """
        let flow = """
            {"type": "ModuleFlow", "start": "a", "modules": [
             {"id": "a", "content": {"feature": "form"}, "output": [{"event": "sent"}]},
             {"id": "b", "content": {"element": {"type": "TextView", "text": {"value": "Thanks"}}}}],
             "connections": [{"from": "a", "event": "sent", "to": "b", "transition": {"kind": "present"}}]}
            """
        let sources = try sources(["form": form])
        func screen(_ walk: String, _ fields: KeyValuePairs<String, String>) throws -> String {
            PreviewSample.screen(try PreviewSample.page(flow, options: posted(walk, fields), sources: sources))
        }
        let start = "name=\"_walk0\" value=\"\""
        let first = try screen("", ["_at0": "start", "_step": "1", "_data": "{}", "/first": "x", "_do": "next"])
        #expect(first.contains("name=\"/sum\"") && first.contains(start))
        let empty = try screen("", ["_at0": "start", "_step": "2", "_data": "{}", "_do": "next"])
        #expect(empty.contains("class=\"summary\"") && empty.contains(start))
        let sent = try screen("", ["_at0": "start", "_step": "2", "_data": "{}", "/sum": "3", "_do": "next"])
        #expect(sent.contains("flow-layer is-present") && sent.contains("name=\"_walk0\" value=\"0\""))
        // After going back, the form is still shown as submitted.
        let kept = String(
            try #require(sent.firstMatch(of: #/name="_kept0" value="([^"]*)"/#)).1.replacing("&quot;", with: "\""))
        let back = try screen("0", ["_kept0": kept, "_go0": "back:0"])
        #expect(back.contains("class=\"done\"") && back.contains(start))
    }

    @Test func `a module whose feature has no revision says so`() throws {
        let screen = PreviewSample.screen(
            try PreviewSample.page(try example("ModuleFlow/examples/list-and-details"), frame: .none))
        #expect(screen.contains("للميزة home.list"))
    }

    @Test func `a module in another feature is drawn with its content, events and appearance`() throws {
        let sources = try sources(["legal.agreement": try example("Module/examples/user-agreement")])
        let text = try example("ModuleFlow/examples/every-transition")
        let screen = PreviewSample.screen(
            try PreviewSample.page(text, options: posted("", ["_go0": "2"]), sources: sources))
        #expect(screen.contains("أوافق"))
        #expect(screen.contains("accepted"))
        #expect(screen.contains("data-pointer=\"/modules/3/module\""))
    }

    @Test func `the demo's own buttons and cards send the events that lead on in its flow`() throws {
        let list = PreviewSample.path("schemas/screens/Screen/examples/cards-list.json")
        let sources = try sources(["cards.list": try String(contentsOfFile: list, encoding: .utf8)])
        let text = try example("ModuleFlow/examples/every-transition")
        /// Returns the connections that taps on elements perform, by their indices, after those of a post.
        func taps(_ options: PreviewOptions) throws -> [String] {
            try PreviewSample.page(text, options: options, sources: sources)
                .matches(of: /<button class="sends" form="[^"]*" name="_go0" value="(\d+)"/).map { String($0.1) }
        }
        #expect(try taps(PreviewOptions()) == ["2", "3"])
        #expect(try taps(posted("", ["_go0": "0"])) == ["1", "1", "2", "3"])
    }

    @Test func `a feature that contains itself is reported instead of being drawn without end`() throws {
        let loop = """
            {"type": "ModuleFlow", "start": "a", "modules": [{"id": "a", "content": {"feature": "loop"},
             "output": [{"event": "on"}]}], "connections": [{"from": "a", "event": "on", "to": "a", "transition": {"kind": "push"}}]}
            """
        let sources = try sources(["loop": loop])
        for frame in [FrameURLs.none, FrameURLs(formAction: "/f")] {
            let screen = PreviewSample.screen(try PreviewSample.page(loop, frame: frame, sources: sources))
            #expect(screen.contains("Feature loop contains itself"))
        }
    }

    @Test func `a flow inside a flow has a walk of its own`() throws {
        let sources = try sources(["inner": FlowSample.everyKind])
        let outer = """
            {"type": "ModuleFlow", "start": "a", "modules": [{"id": "a", "content": {"feature": "inner"}}]}
            """
        let screen = PreviewSample.screen(
            try PreviewSample.page(
                outer, options: posted("", ["_at0": "start", "_walk1": "", "_go1": "2"]), sources: sources))
        #expect(screen.contains("name=\"_walk1\" value=\"2\""))
        #expect(screen.contains("Screen about"))
        #expect(screen.components(separatedBy: "<svg class=\"map\"").count == 2)
    }

    @Test func `a module shows its content and a table of its input`() throws {
        let screen = PreviewSample.screen(
            try PreviewSample.page(
                try example("Module/examples/card-details"), options: PreviewOptions(query: ["lang": "en"])))
        #expect(screen.contains("Feature cards.details has no revision to show here"))
        #expect(screen.contains("<caption><bdi>Input</bdi></caption>"))
        #expect(screen.contains("<code>cardId</code><small><bdi>required</bdi></small>"))
        #expect(screen.contains("&quot;lost&quot; / &quot;stolen&quot;"))
    }

    @Test func `the controls of the visible module are below it and belong to its form`() throws {
        let form = #"{"type": "Form", "jsonSchema": {"properties": {"sum": {"type": "integer", "title": "Sum"}}}}"#
        let flow = """
            {"type": "ModuleFlow", "start": "a", "modules": [{"id": "a", "content": {"feature": "form"}},
             {"id": "b", "content": {"feature": "form"}, "output": [{"event": "on"}]}],
             "connections": [{"from": "a", "event": "on", "to": "b", "transition": {"kind": "present"}}]}
            """
        let page = try PreviewSample.page(
            flow, options: posted("", ["_go0": "0"]), sources: try sources(["form": form]))
        let stage = try #require(page.range(of: "class=\"flow-stage\""))
        let events = try #require(page.range(of: "class=\"flow-panel flow-events\""))
        let tools = try #require(page.range(of: "<section class=\"flow-panel page-tools\">"))
        #expect(stage.upperBound < tools.lowerBound && tools.upperBound < events.lowerBound)
        #expect(!page[stage.upperBound..<tools.lowerBound].contains("value=\"fill\""))
        #expect(!page.contains("<body class") && !page.contains("<aside"))
        // The previous screen cannot be used, so the page has no controls for it.
        #expect(page.components(separatedBy: " data-filling=").count == 2)
        #expect(page.contains("<pre tabindex=\"0\" data-filling=\"flow-0\">"))
        #expect(page.contains("form=\"flow-0\" name=\"_do\" value=\"fill\""))
    }

    @Test func `a post chooses a tab, and a page that cannot be posted shows all tabs`() throws {
        let text = try example("TabContainer/examples/main-tabs")
        let third = PreviewSample.screen(try PreviewSample.page(text, options: posted("", ["_go0": "2"])))
        #expect(third.contains("value=\"2\" aria-current=\"page\""))
        #expect(third.contains("data-pointer=\"/modules/2/content/element\""))
        let alone = PreviewSample.screen(try PreviewSample.page(text, frame: .none))
        #expect(alone.components(separatedBy: "class=\"tab-bar\"").count == 4)
    }

    @Test func `hostile texts are escaped`() throws {
        let bad = "\\\"><script>alert(1)</script><img src=x onerror=alert(1)>"
        let text = """
            {"type": "ModuleFlow", "title": "\(bad)", "start": "\(bad)", "modules": [
             {"id": "\(bad)", "content": {"feature": "\(bad)"}, "input": {"properties": {"\(bad)": {"type": "\(bad)"}}},
              "output": [{"event": "\(bad)", "payload": {"enum": ["\(bad)"]}}]}],
             "connections": [{"from": "\(bad)", "event": "\(bad)", "to": "\(bad)",
              "transition": {"kind": "window", "appearance": {"level": "\(bad)"}}},
              {"from": "\(bad)", "event": "\(bad)", "to": "x", "transition": {"kind": "\(bad)"}}]}
            """
        for options in [
            PreviewOptions(), posted("", ["_go0": "0"]),
            posted("<script>", ["_go0": "<script>", "_at0": "\"><script>"]),
        ] {
            let html = try PreviewSample.page(text, options: options)
            #expect(!html.contains("<script>alert"))
            #expect(!html.contains("<img"))
            #expect(html.components(separatedBy: "<script").count == 2)
        }
    }

    @Test func `a module far from the start is shown with the bar of its transition`() throws {
        let names = (0..<60).map { "m\($0)" }
        let text = FlowSample.text(names, (1..<60).map { ("m\($0 - 1)", "next", "m\($0)", "push") })
        let html = try PreviewSample.page(text, frame: .none)
        #expect(!html.contains("No connection leads here"))
        #expect(html.components(separatedBy: "class=\"flow-bar").count == 60)
    }

    @Test func `a flow of 500 modules is drawn up to the limit`() throws {
        let names = (0..<500).map { "m\($0)" }
        let text = FlowSample.text(names, (1..<500).map { ("m\($0 / 3)", "e\($0)", "m\($0)", "push") })
        let html = try PreviewSample.page(text)
        #expect(html.contains("Modules that are not drawn: 100."))
    }

    @Test(arguments: ["element", "form", "questionnaire", "module"])
    func `an id occurs once on a page, and the walk's buttons belong to the first form of the screen`(
        _ outer: String
    ) throws {
        let field = #"{"properties": {"n": {"type": "string"}}}"#
        let contents = [
            "element": #"{"element": {"type": "ViewWrapper", "tag": "slot", "element": {"type": "TextView"}}}"#,
            "form": #"{"feature": "form"}"#, "questionnaire": #"{"feature": "questionnaire"}"#,
            "module": #"{"feature": "module"}"#,
        ]
        let sources = try sources([
            "form": #"{"type": "Form", "jsonSchema": \#(field)}"#,
            "questionnaire":
                #"{"type": "Questionnaire", "sections": [{"title": "S", "cells": [{"key": "n", "title": "N", "kind": "text"}]}]}"#,
            "module": #"{"type": "Module", "content": {"feature": "questionnaire"}}"#,
        ])
        let text = """
            {"type": "ModuleFlow", "start": "a", "modules": [
             {"id": "a", "content": \(contents[outer] ?? "")}, {"id": "b", "content": {"feature": "form"}}],
             "connections": [
             {"from": "a", "event": "on", "to": "b", "transition": {"kind": "embed", "container": "slot"}}]}
            """
        let html = try PreviewSample.page(text, options: posted("", ["_go0": "0"]), sources: sources)
        let ids = html.matches(of: #/ id="([^"]*)"/#).map { String($0.output.1) }
        #expect(ids.count == Set(ids).count)
        for reference in html.matches(of: #/ (?:for|form|aria-labelledby)="([^"]*)"/#) {
            #expect(ids.contains(String(reference.output.1)))
        }
        let forms = html.matches(of: #/<form id="([^"]*)" class="([^"]*)"/#).map { "\($0.output.1) \($0.output.2)" }
        let own = outer == "form" ? "flow-0 form" : "flow-0 form questionnaire"
        #expect(forms == (outer == "element" ? ["flow-0 form"] : [own, "in0-form form"]))
        #expect(html.contains("Scripts are off") == (outer != "element"))
        #expect(html.matches(of: #/<input type="hidden" name="_walk0" value="0">/#).count == forms.count)
    }

    /// Returns all members `value` of a document that are strings.
    private func texts(_ value: JSONValue) -> [String] {
        let own = [value["value"]?.string].compactMap(\.self)
        return own + value.members.flatMap { texts($0.value) } + value.elements.flatMap(texts)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;").replacing(
            "'", with: "&#39;")
    }
}

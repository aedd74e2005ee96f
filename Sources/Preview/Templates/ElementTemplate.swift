import Foundation
import Mustache

/// The template of an entity, of a kind of element or of a part of the page: the content of its box, and its styles.
///
/// The text is Mustache. Its first `<style>` block goes into the page's style sheet, once. Templates that
/// could place any text of a document unescaped are refused, so that an uploaded template cannot make a document
/// dangerous.
struct ElementTemplate: Sendable {
    /// The CSS of the `<style>` block; empty without one.
    let style: String
    /// The declarations of the rules whose selector is a single class, which is taken to be the element's.
    let box: [String: String]
    /// The declarations of the rules for classes inside the element, by class. A class with the name of a property is
    /// taken to be that of the property's text.
    let parts: [String: [String: String]]
    /// True if a script arranges the content, as the style requests with `--arrange`.
    let arranges: Bool
    /// The names of the variables that the template places as text; only simple names such as `title`.
    let texts: Set<String>
    let template: MustacheTemplate

    /// The maximum size of a template in bytes.
    private static let longest = 256 << 10

    /// Parses a template. Fewer rules apply to Galley's own templates (`isOwn`), which may for example contain forms
    /// and place URLs. The class names in `reserved` get a prefix.
    init(
        _ text: String, named name: String, isOwn: Bool = false, reserved: ReservedClasses = .none
    ) throws(PreviewError) {
        let parts = Parts(text)
        guard text.utf8.count <= Self.longest else {
            throw PreviewError(file: name, reason: "longer than \(Self.longest >> 10) KiB", line: nil)
        }
        if let objection = Self.objection(to: parts.style) {
            throw PreviewError(file: name, reason: objection.reason, line: parts.line(of: objection.place))
        }
        do throws(TemplateScan.Objection) {
            texts = try TemplateScan.read(parts.body, isOwn: isOwn).texts
        } catch {
            let place = parts.body.utf8.index(parts.body.startIndex, offsetBy: error.offset)
            throw PreviewError(file: name, reason: error.reason, line: parts.line(of: .body(place)))
        }
        let body = TemplateMark.marked(
            reserved.isolated(body: parts.body).trimmingCharacters(in: .whitespacesAndNewlines))
        do {
            template = try MustacheTemplate(
                string: HTMLEscaping.pragma + body)
        } catch let error as MustacheTemplate.ParserError {
            let skipped = parts.body.prefix { $0.isWhitespace }.filter(\.isNewline).count
            throw PreviewError(
                file: name, reason: Self.words(error),
                line: parts.line(ofBodyLine: skipped + error.context.lineNumber))
        } catch {
            throw PreviewError(file: name, reason: "not a Mustache template: \(error)", line: nil)
        }
        style = reserved.isolated(style: parts.style)
        arranges = style.contains("--arrange:")
        (box, self.parts) = Self.rules(parts.style)
    }

    /// Returns the declarations for an element's box and for the classes inside it, from rules whose selector is alone
    /// on its line.
    private static func rules(_ style: String) -> (box: [String: String], parts: [String: [String: String]]) {
        var box: [String: String] = [:]
        var parts: [String: [String: String]] = [:]
        for (number, piece) in style.split(separator: "}", omittingEmptySubsequences: false).enumerated() {
            guard let brace = piece.lastIndex(of: "{") else { continue }
            let before = piece[..<brace]
            let head = before[(before.lastIndex(of: "{").map(before.index(after:)) ?? before.startIndex)...]
            guard number == 0 || head.contains(where: \.isNewline),
                let line = head.split(whereSeparator: \.isNewline).last(where: { !$0.allSatisfy(\.isWhitespace) }),
                line.utf8.count <= 400,
                let selector = line.wholeMatch(of: #/\s*\.[A-Za-z0-9_-]+(?:(?: > | )\.([A-Za-z0-9_-]+))?\s*/#)
            else { continue }
            var declarations: [String: String] = [:]
            for declaration in piece[piece.index(after: brace)...].split(separator: ";") {
                let parts = declaration.split(separator: ":", maxSplits: 1)
                guard parts.count == 2 else { continue }
                declarations[parts[0].trimmingCharacters(in: .whitespaces)] =
                    parts[1].trimmingCharacters(in: .whitespaces)
            }
            if let part = selector.output.1 {
                parts[String(part), default: [:]].merge(declarations) { $1 }
            } else {
                box.merge(declarations) { $1 }
            }
        }
        return (box, parts)
    }

    /// The `<style>` block of a template, and the rest.
    private struct Parts {
        let style: String
        let body: String
        private let text: String
        /// The text before the `<style>` block.
        private let head: Substring
        /// The number of line breaks in the `<style>` block.
        private let styleLines: Int

        init(_ text: String) {
            self.text = text
            guard let opening = text.range(of: "<style>"), let closing = text.range(of: "</style>"),
                opening.upperBound <= closing.lowerBound
            else {
                (style, body, head, styleLines) = ("", text, text[...], 0)
                return
            }
            style = String(text[opening.upperBound..<closing.lowerBound])
            head = text[..<opening.lowerBound]
            body = String(head) + String(text[closing.upperBound...])
            styleLines = style.filter(\.isNewline).count
        }

        /// Returns the line in the whole text, from 1.
        func line(of place: Place) -> Int {
            switch place {
            case .style(let index):
                1 + head.filter(\.isNewline).count + style[..<index].filter(\.isNewline).count
            case .body(let index): line(ofBodyLine: 1 + body[..<index].filter(\.isNewline).count)
            }
        }

        func line(ofBodyLine line: Int) -> Int {
            line <= head.filter(\.isNewline).count ? line : line + styleLines
        }
    }

    private enum Place {
        case style(String.Index)
        case body(String.Index)
    }

    private typealias Objection = (reason: String, place: Place)

    private static func words(_ error: MustacheTemplate.ParserError) -> String {
        switch error.error as? MustacheTemplate.Error {
        case .sectionCloseNameIncorrect: "a closing tag does not match the open section"
        case .unfinishedName: "{{ has no closing }}"
        case .expectedSectionEnd: "a section is not closed"
        default: "not a Mustache template: \(error.error)"
        }
    }

    /// Returns the first reason to refuse the styles, or nil.
    private static func objection(to style: String) -> Objection? {
        if let found = style.range(of: "{{") {
            return ("a variable is not allowed inside <style>", .style(found.lowerBound))
        }
        for word in ["<", "@import", "url(", "image-set("] {
            if let found = style.range(of: word, options: .caseInsensitive) {
                return ("\(word) is not allowed inside <style>", .style(found.lowerBound))
            }
            // An escape in a style sheet represents a character, even in function names.
            if let escape = style.firstIndex(of: "\\"),
                unescaped(style).range(of: word, options: .caseInsensitive) != nil
            {
                return ("\(word) is not allowed inside <style>", .style(escape))
            }
        }
        return nil
    }

    /// Returns a style sheet with its escapes decoded (CSS Syntax, section 4.3.7).
    private static func unescaped(_ style: String) -> String {
        var text = String.UnicodeScalarView()
        var rest = style.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            let digits = rest.prefix(6).prefix { $0.properties.isASCIIHexDigit }
            guard !digits.isEmpty else {
                if let next = rest.popFirst() { text.append(next) }
                continue
            }
            rest = rest.dropFirst(digits.count)
            if let next = rest.first, next.properties.isWhitespace { rest = rest.dropFirst() }
            text.append(UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
        }
        return String(text)
    }
}

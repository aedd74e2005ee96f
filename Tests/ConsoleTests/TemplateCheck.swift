import Preview

@testable import Console

/// Finds faults in templates that the template engine ignores, such as names that the page lacks, missing partials and
/// unescaped values.
struct TemplateCheck {
    /// The template texts by name.
    let sources: [String: String]

    /// Returns the faults of a template for a page's sample, as sentences.
    func problems(in template: String, for sample: Any) -> [String] {
        check(template, stack: [sample], blocks: [:])
    }

    private enum Token {
        case variable(String)
        case open(String, inverted: Bool)
        case close(String)
        case partial(String)
        case parent(String)
        case block(String)
        case unescaped(tag: String, name: String)
    }

    private func check(_ name: String, stack: [Any], blocks: [String: [Token]]) -> [String] {
        guard let text = sources[name] else { return ["there is no template \(name)"] }
        return check(Self.tokens(text)[...], in: name, stack: stack, blocks: blocks)
    }

    private func check(_ tokens: ArraySlice<Token>, in file: String, stack: [Any], blocks: [String: [Token]])
        -> [String]
    {
        var problems: [String] = []
        var rest = tokens
        while let token = rest.popFirst() {
            switch token {
            case .variable(let name):
                if name != ".", Self.value(of: name, in: stack) == nil {
                    problems.append("\(file): nothing is called \(name)")
                }
            case .open(let name, let inverted):
                let inner = Self.takeUntilClose(of: name, from: &rest)
                guard let found = Self.value(of: name, in: stack) else {
                    problems.append("\(file): nothing is called \(name)")
                    continue
                }
                if found.isOptional, !name.hasPrefix("."),
                    stack.dropLast(found.depth + 1).contains(where: { Self.child(name, of: $0) != nil })
                {
                    problems.append(
                        "\(file): \(name) may be absent, and an outer value has the same name; write .\(name)")
                }
                guard !inverted else {
                    problems += check(inner, in: file, stack: stack, blocks: blocks)
                    continue
                }
                guard let value = found.value else {
                    problems.append("\(file): the sample has no \(name)")
                    continue
                }
                if value is Bool {
                    problems += check(inner, in: file, stack: stack, blocks: blocks)
                } else if let list = value as? [Any] {
                    guard let first = list.first else {
                        problems.append("\(file): the sample's \(name) is empty")
                        continue
                    }
                    problems += check(inner, in: file, stack: stack + [first], blocks: blocks)
                } else {
                    problems += check(inner, in: file, stack: stack + [value], blocks: blocks)
                }
            case .partial(let name):
                problems += check(name, stack: stack, blocks: blocks)
            case .parent(let name):
                var own = blocks
                var inner = Self.takeUntilClose(of: name, from: &rest)
                while let token = inner.popFirst() {
                    if case .block(let block) = token {
                        own[block] = Array(Self.takeUntilClose(of: block, from: &inner))
                    }
                }
                problems += check(name, stack: stack, blocks: own)
            case .block(let name):
                let fallback = Self.takeUntilClose(of: name, from: &rest)
                problems += check(blocks[name].map { $0[...] } ?? fallback, in: file, stack: stack, blocks: blocks)
            case .close(let name): problems.append("\(file): \(name) is closed but not open")
            case .unescaped(let tag, let name):
                if !(Self.value(of: name, in: stack)?.value is Markup) {
                    problems.append("\(file): \(tag) is not escaped")
                }
            }
        }
        return problems
    }

    private static func takeUntilClose(of name: String, from tokens: inout ArraySlice<Token>) -> ArraySlice<Token> {
        var depth = 0
        let end = tokens.firstIndex { token in
            switch token {
            case .open(name, _), .parent(name), .block(name): depth += 1
            case .close(name):
                if depth == 0 { return true }
                depth -= 1
            default: break
            }
            return false
        }
        defer { tokens = tokens[((end ?? tokens.endIndex - 1) + 1)...] }
        return tokens[..<(end ?? tokens.endIndex)]
    }

    /// Returns the value of a name, whether its property is optional, and the depth of the scope with the name. The
    /// innermost scope has the depth 0. Returns nil if the name is unknown.
    private static func value(of name: String, in stack: [Any]) -> (value: Any?, isOptional: Bool, depth: Int)? {
        if name == "." { return (stack.last, false, 0) }
        let parts = name.split(separator: ".").map(String.init)
        let scopes = name.hasPrefix(".") ? stack.suffix(1) : stack[...]
        for (depth, scope) in scopes.reversed().enumerated() {
            guard let first = child(parts[0], of: scope) else { continue }
            var found = first
            for part in parts.dropFirst() {
                guard let value = found.value, let next = child(part, of: value) else { return nil }
                found = next
            }
            return (found.value, found.isOptional, depth)
        }
        return nil
    }

    private static func child(_ name: String, of value: Any) -> (value: Any?, isOptional: Bool)? {
        guard let child = Mirror(reflecting: value).children.first(where: { $0.label == name }) else { return nil }
        let mirror = Mirror(reflecting: child.value)
        guard mirror.displayStyle == .optional else { return (child.value, false) }
        return (mirror.children.first?.value, true)
    }

    private static func tokens(_ text: String) -> [Token] {
        text.matches(of: /\{\{([#^\/>&<$!{]?)\s*([^}]*?)\s*\}\}/).compactMap { match in
            let name = String(match.2)
            return switch match.1 {
            case "#": .open(name, inverted: false)
            case "^": .open(name, inverted: true)
            case "/": .close(name)
            case ">": .partial(name)
            case "<": .parent(name)
            case "$": .block(name)
            case "{", "&": .unescaped(tag: String(match.0), name: name)
            case "!": nil
            default: .variable(name)
            }
        }
    }
}

import JSONText
import Patterns
import SchemaRepository

/// The rules of a cell's validation: masks and patterns can be parsed, lower bounds are not above upper ones, and some
/// text fits masks, patterns and lengths together.
struct ValidationRules {
    let cell: QuestionnaireCell
    let document: JSONDocument

    var diagnostics: [Diagnostic] { masks + patterns + contradictions + lengths + bounds }

    private var masks: [Diagnostic] {
        cell.rules("masks").compactMap { entry -> Diagnostic? in
            guard let value = InputMask.written(in: entry), let text = value.string, InputMask(text) == nil else {
                return nil
            }
            let message =
                text.isEmpty
                ? "A mask must have at least one character"
                : "`\\` at the end of a mask has no character to escape; write `\\\\` for a backslash"
            return .rule("mask", message, at: value, in: document)
        }
    }

    private var patterns: [Diagnostic] {
        cell.rules("patterns").compactMap { entry -> Diagnostic? in
            guard let value = entry["pattern"], let text = value.string else { return nil }
            do throws(ValuePattern.Failure) {
                _ = try ValuePattern(text)
                return nil
            } catch {
                return .rule("pattern", error.message, at: value, in: document)
            }
        }
    }

    /// Reports each pattern that matches no text that fits a mask of the cell.
    private var contradictions: [Diagnostic] {
        let masks = cell.rules("masks").compactMap { entry in
            InputMask.written(in: entry)?.string.flatMap(InputMask.init).map { ($0, entry["when"]) }
        }
        return cell.rules("patterns").compactMap { entry -> Diagnostic? in
            guard let value = entry["pattern"], let source = value.string else { return nil }
            let together = masks.filter { mayHold(entry["when"], with: $0.1) }
            // If every mask has a condition of its own, the pattern may apply while none of the masks does.
            guard together.contains(where: { $0.1 == nil || holds($0.1, whenever: entry["when"]) }),
                (try? ValuePattern(source)) != nil, let automaton = PatternAutomaton(source),
                !together.contains(where: { $0.0.mayMatch(automaton) })
            else { return nil }
            let effect =
                entry["when"] == nil
                ? "can never be filled in" : "cannot be filled in while the pattern's condition holds"
            let message =
                "No text that fits a mask of the cell matches \(code: source, upTo: Excerpt.long), "
                + "so the cell \(effect)"
            return .rule("maskPattern", message, at: value, in: document)
        }
    }

    /// Reports each length limit that excludes every text that fits a mask. The limits count Unicode scalars, of which
    /// a place of a mask takes one or more.
    private var lengths: [Diagnostic] {
        let entries = cell.rules("masks")
        let masks = entries.compactMap { entry in
            InputMask.written(in: entry)?.string.flatMap(InputMask.init)
        }
        guard masks.count == entries.count, entries.contains(where: { $0["when"] == nil }) else { return [] }
        let shortest = masks.map(\.places.count).min()
        let lengths = masks.map(\.maximumLength)
        let longest = lengths.contains(nil) ? nil : lengths.compactMap(\.self).max()
        return [("minLength", longest), ("maxLength", shortest)].compactMap { name, length -> Diagnostic? in
            guard let length, let value = cell.validation?[name], let limit = value.integer,
                name == "minLength" ? limit > length : limit < length
            else { return nil }
            let bound = name == "minLength" ? "at most" : "at least"
            let message =
                "\(code: name) is \(limit), but a text that fits a mask of the cell has \(bound) "
                + "\(counted: length, "character"), so the cell can never be filled in"
            return .rule("bounds", message, at: value, in: document)
        }
    }

    /// Returns true if two conditions may hold at the same time. A missing condition always holds.
    private func mayHold(_ one: JSONValue?, with other: JSONValue?) -> Bool {
        guard let one, let other, one["key"]?.string == other["key"]?.string, let first = one["equals"],
            let second = other["equals"]
        else { return true }
        return first.isEqual(to: second)
    }

    /// Returns true if the first condition holds in every case in which the second does. A missing condition always
    /// holds.
    private func holds(_ one: JSONValue?, whenever other: JSONValue?) -> Bool {
        guard let one, let other else { return one == nil }
        return one.isEqual(to: other)
    }

    private var bounds: [Diagnostic] {
        let numbers = [("minLength", "maxLength"), ("minimum", "maximum")].compactMap { lower, upper -> Diagnostic? in
            guard let validation = cell.validation, let least = validation[lower]?.number,
                let value = validation[upper], let most = value.number, most < least,
                lower == "minimum" || (least.isInteger && most.isInteger)
            else { return nil }
            let message = "`\(upper)` is \(most.text), less than `\(lower)`, which is \(least.text)"
            return .rule("bounds", message, at: value, in: document)
        }
        guard let earliest = date("minDate"), let latest = date("maxDate"), earliest.date.isAfter(latest.date),
            // If neither condition follows from the other, the two bounds may never apply together.
            holds(earliest.when, whenever: latest.when) || holds(latest.when, whenever: earliest.when)
        else { return numbers }
        let message = "`maxDate` is before `minDate`"
        return numbers + [.rule("bounds", message, at: latest.value, in: document)]
    }

    private func date(_ name: String) -> (date: DateExpression, value: JSONValue, when: JSONValue?)? {
        guard let bound = cell.validation?[name], let value = DateExpression.written(in: bound),
            let date = value.string.flatMap({ DateExpression($0) })
        else { return nil }
        return (date, value, bound["when"])
    }
}

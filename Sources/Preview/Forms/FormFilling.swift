import DocumentKinds
import Foundation
import JSONSchema
import JSONText
import SchemaRepository

/// The data to fill a form with, and the problems in obtaining it.
struct FormFilling {
    private(set) var data: FormValue
    /// The problems as messages in the language of the page.
    private(set) var problems: [String] = []

    /// The time limit for generating the test data of a whole form, in working time (``WorkClock``).
    private static let timeLimit = Duration.milliseconds(1_500)

    /// Generates test data for the steps until the time or the budget is spent. Each step's data are valid for its JSON
    /// Schema and contain optional fields where possible; if two steps have a field of the same name, the first value
    /// stays. `problems` tells why no data were found for a step, and names the field if one is known.
    init(generatedFor steps: [FormStep], in document: JSONDocument, words: FrameWords, work: WorkBudget) {
        data = .empty
        let clock = WorkClock()
        let duration = min(work.timeLeft, Self.timeLimit)
        for (number, step) in steps.enumerated() where !work.isSpent {
            // The remaining steps share the remaining time.
            let options = SampleOptions(
                maximumDuration: (duration - clock.elapsed) / (steps.count - number), language: words.language)
            if case .failure = EmbeddedSchema.compile(step.jsonSchema, in: document, within: work) {
                problems.append(words["no-test-data.schema"])
                continue
            }
            switch step.testData(in: document, options: options, within: work) {
            case .sample(let bytes):
                guard work.take(bytes: FormValue.memory(ofText: bytes.count)),
                    let sample = try? JSONDocument(parsing: bytes).root, sample.kind == .object
                else { continue }
                for member in sample.members where data[member.name] == nil {
                    data[member.name] = FormValue(member.value)
                }
            case .refused(let refusal):
                let field = Self.title(of: refusal.pointer, in: FormSchema(step.jsonSchema, work: work))
                problems.append(Self.problem(refusal.reason, field: field, words))
            }
        }
    }

    /// Reads test data saved under a name.
    init(named name: String, in sources: PreviewSources, words: FrameWords) {
        data = .empty
        let root = sources.filling(name).flatMap { try? JSONDocument(parsing: $0, limits: .console).root }
        if let root, root.kind == .object {
            data = FormValue(root)
        } else {
            problems = [words["no-filling", ["name": name]]]
        }
    }

    /// Returns the message about a step for which no data were found; `field` is nil if the reason concerns the step as a
    /// whole.
    private static func problem(_ reason: SampleRefusal.Reason, field: String?, _ words: FrameWords) -> String {
        if let field { return words["no-test-data.\(reason.rawValue)", ["field": field]] }
        return words[reason == .tooCostly ? "no-test-data.whole-tooCostly" : "no-test-data.whole"]
    }

    /// Returns the title of a field, or else its name. An array's element without a title gets the title or name of the
    /// array. A name that is a number counts as an index, and every element of a tuple gets the title of the first one.
    /// Nil for the root.
    private static func title(of pointer: JSONPointer, in schema: FormSchema) -> String? {
        var part = schema.root
        var title: String?
        for token in pointer.tokens {
            part = part.map(schema.followed).flatMap { $0.property(token) ?? $0.prefixItems.first ?? $0.items }
            title = part?["title"]?.string ?? (Int(token) == nil ? token : title)
        }
        return title
    }
}

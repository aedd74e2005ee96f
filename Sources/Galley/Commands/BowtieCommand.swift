import ArgumentParser
import JSONSchema

/// The command that implements Bowtie's harness protocol, so that any JSON Schema test suite can drive the validator.
struct BowtieCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bowtie", abstract: "Answer Bowtie's harness protocol, JSON lines on standard input and output.")

    @Flag(help: "Treat the keyword format as an assertion, not as an annotation.") var assertFormats = false

    func run() throws {
        var harness = BowtieHarness(assertFormats: assertFormats)
        while let line = readLine() {
            guard let answer = harness.answer(to: line) else { return }
            try StandardOutput.write(answer)
        }
    }
}

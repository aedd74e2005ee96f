import ArgumentParser
import Cryptography
import Foundation
import JSONText
import Preview
import SchemaRepository

/// The command that draws a document like the console's preview.
struct PreviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview", abstract: "Write a document's preview to standard output, as an HTML page.",
        discussion: """
            A --step, --state or --fill that has no effect on this document is reported on standard error. A \
            document with faults is drawn as far as possible; galley validate lists the faults. For a text that is \
            not JSON, the page contains only a message, the faults are reported on standard error, and the exit \
            status is 1.
            """)

    @Option(help: "ios, android or web, or another platform that the schemas name.") var platform: String?
    @Option(help: "Draw the document as this client version does.") var clientVersion: String?
    @Option(help: "compact, phone, large, android or tablet, or a width such as 375 or a size such as 375x667.")
    var device: String?
    @Option(help: "ltr or rtl; determined from the document's texts by default.") var dir: String?
    @Option(help: "A language tag, such as fa.") var lang: String?
    @Option(help: "light or dark.") var theme: String?
    @Option(help: "The size of text relative to the design, 0.5 to 3.") var scale: Double?
    @Option(
        help: ArgumentHelp("For option sheets: \(ScreenState.allCases.map(\.rawValue).joined(separator: ", ")).")
    )
    var state: String?
    @Option(help: "The step of a form, from 1.") var step: Int?
    @Option(
        help: ArgumentHelp(
            "Fill a form or questionnaire: test for test data, else a file with a JSON object of values by field.",
            valueName: "test|file"))
    var fill: String?
    @Option(
        name: .customLong("option-list"),
        help: ArgumentHelp(
            "A CSV or JSON file with the items of an option list, as option-lists import reads it; may be given again.",
            valueName: "name=file"))
    var optionLists: [String] = []
    @Option(help: "The schema repository; Galley's starter repository by default.") var schemas: String?
    @Option(help: "The directory of schemas, Templates, Public and migrations; by default above the executable.")
    var home: String?
    @Argument(help: "The document; - for standard input.") var file: String

    func validate() throws {
        if let device, Device(rawValue: device) == nil {
            let names = Device.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--device \(device): write one of \(names), or a width or size such as 375x667")
        }
        if let scale, !(0.5...3).contains(scale) {
            throw ValidationError("--scale \(scale): write a factor from 0.5 to 3")
        }
        try Self.require(dir, "--dir", Direction.allCases.map(\.rawValue))
        try Self.require(theme, "--theme", Theme.allCases.map(\.rawValue))
        try Self.require(state, "--state", ScreenState.allCases.map(\.rawValue))
        if let lang, lang.wholeMatch(of: /[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/) == nil {
            throw ValidationError("--lang \(lang): write a language tag, such as fa or zh-Hant")
        }
        try NumberOption.check("--step", step, in: 1...Int.max)
        if let clientVersion {
            guard platform != nil else { throw ValidationError("--client-version needs a --platform") }
            _ = try version(clientVersion)
        }
    }

    private static func require(_ value: String?, _ option: String, _ known: [String]) throws {
        guard let value, !known.contains(value) else { return }
        let meant = Suggestion.nearest(to: value, among: known).map { "; did you mean \($0)?" } ?? ""
        throw ValidationError("\(option) \(value): write one of \(known.joined(separator: ", "))\(meant)")
    }

    /// Reads test data from a file; throws ``CommandError`` if the file does not contain a JSON object.
    private static func filling(_ file: String) throws -> [UInt8] {
        let bytes = try InputFile.text(file, limit: JSONLimits.console.maximumBytes)
        do {
            let root = try JSONDocument(parsing: bytes, limits: .console).root
            guard root.kind == .object else {
                throw CommandError("\(file) must contain a JSON object of values by field")
            }
            return bytes
        } catch let errors as JSONSyntaxErrors {
            let lines = LineTable(bytes)
            throw CommandError(
                errors.errors.map { $0.diagnostic(lines: lines).line(file: file) }.joined(separator: "\n"))
        }
    }

    func run() throws {
        let given = [
            "platform": platform, "client_version": clientVersion, "device": device, "dir": dir, "lang": lang,
            "theme": theme, "scale": scale.map { String($0) }, "state": state, "step": step.map(String.init),
            "fill": fill == "test" ? "test" : nil, "filling": fill == "test" ? nil : fill.map { _ in "file" },
        ]
        let filling = try fill.flatMap { $0 == "test" ? nil : try Self.filling($0) }
        let repository = try RepositoryOption.load(schemas, home: home)
        try Self.require(platform, "--platform", repository.platforms)
        let lists = try OptionListFiles(optionLists)
        let renderer = try PreviewRenderer(repository: repository, templates: try Home(option: home).templates)
        let checked = repository.check(try InputFile.text(file), kind: nil, limits: JSONLimits())
        var remarks = PreviewRemarks(of: checked)
        try remarks.check(step: step)
        remarks.check(state: state)
        if let fill { remarks.check(filling: filling, from: fill == "test" ? nil : fill) }
        if !remarks.all.isEmpty { StandardError.write(remarks.all.joined(separator: "\n")) }
        let page = renderer.page(
            for: checked,
            options: PreviewOptions(query: given.compactMapValues(\.self)), nonce: Random.token(), frame: .none,
            sources: PreviewSources(now: Date(), options: lists.answer, filling: { _ in filling }))
        try StandardOutput.write(page.html, terminator: "")
        guard checked.document == nil else { return }
        StandardError.write(checked.diagnostics.map { $0.line(file: file) }.joined(separator: "\n"))
        throw ExitCode.refused
    }
}

import DocumentKinds
import Foundation
import JSONText
import SchemaRepository

// Measures for each document the time to check it, to compute the versions that support it, and to compute its editions
// too. One process does everything, so its start and the compilation of the schemas are not included:
// BenchEditions ROUNDS SCHEMAS DOCUMENT…
//
// Prints a JSON object per document: the numbers of its bytes, of its editions and of the reasons for its minimum
// versions, and the median CPU time of each step in milliseconds.

let arguments = CommandLine.arguments
guard arguments.count > 3, let rounds = Int(arguments[1]) else {
    FileHandle.standardError.write(Data("usage: BenchEditions ROUNDS SCHEMAS DOCUMENT…\n".utf8))
    exit(2)
}

/// Returns the median CPU time of some work in milliseconds, after one round to warm up.
func milliseconds(_ work: () -> Void) -> Double {
    work()
    let times = (0..<rounds).map { _ in
        let start = processTime()
        work()
        return processTime() - start
    }
    return times.sorted()[times.count / 2]
}

/// The CPU time of the process in milliseconds.
func processTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
}

let repository = try SchemaRepository(loading: arguments[2])
for file in arguments[3...] {
    let bytes = Array(try Data(contentsOf: URL(filePath: file)))
    let checked = repository.check(bytes, kind: nil)
    guard let document = checked.document, let kind = checked.kind, checked.isValid else {
        FileHandle.standardError.write(Data("\(file) is invalid: \(checked.diagnostics.prefix(3))\n".utf8))
        exit(1)
    }
    let assembly = repository.assembly(of: checked, platform: "ios")
    let check = milliseconds { _ = repository.check(bytes, kind: nil) }
    let support = milliseconds { _ = repository.support(of: document, kind: kind, platform: "ios") }
    let editions = milliseconds { _ = repository.assembly(of: checked, platform: "ios") }
    print(
        """
        {"bytes": \(bytes.count), "editions": \(assembly.editions.count), "reasons": \(assembly.support.reasons.count), \
        "check": \(check), "support": \(support), "assembly": \(editions)}
        """)
}

import Foundation

/// One migration of the database: the file `NNNN_name.sql`, whose name consists of `a` to `z`, digits and `_`.
struct Migration: Sendable, Hashable {
    /// The number: 1, 2, 3 … without a gap.
    let number: Int
    /// The file's name without `.sql`.
    let name: String
    let text: String

    /// Returns the migrations of a directory, all files that end in `.sql`, in order. Throws if the directory or one of
    /// them cannot be read, if one is not named `NNNN_name.sql`, or if a number is missing or repeated.
    static func all(in directory: String) throws(MigrationError) -> [Migration] {
        let files: [String]
        do { files = try FileManager.default.contentsOfDirectory(atPath: directory) } catch {
            throw MigrationError("the migrations in \(directory) cannot be read: \(error.localizedDescription)")
        }
        var migrations: [Migration] = []
        for file in files.sorted() where file.hasSuffix(".sql") {
            let migration = try Migration(file: file, in: directory)
            guard migration.number == migrations.count + 1 else {
                let problem =
                    migration.number == 0
                    ? "has the number 0; the first number is 0001"
                    : migration.number == migrations.count
                        ? "has the same number as another one" : "leaves a gap in the numbers before it"
                throw MigrationError("migration \(file) \(problem)")
            }
            migrations.append(migration)
        }
        return migrations
    }

    private init(file: String, in directory: String) throws(MigrationError) {
        let parts = file.dropLast(4).split(separator: "_", maxSplits: 1)
        guard parts.count == 2, parts[0].count == 4, parts[0].allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = Int(parts[0]),
            parts[1].utf8.allSatisfy({ $0 == UInt8(ascii: "_") || (97...122).contains($0) || (48...57).contains($0) })
        else {
            throw MigrationError(
                "migration \(file) is not named NNNN_name.sql, with a name of lower-case letters, digits and _")
        }
        do { text = try String(contentsOfFile: directory + "/" + file, encoding: .utf8) } catch {
            throw MigrationError("migration \(file) cannot be read: \(error.localizedDescription)")
        }
        self.number = number
        name = String(file.dropLast(4))
    }

    /// Returns the number of the line, from 1, that contains a character position (from 1) that PostgreSQL reported.
    func line(at position: Int) -> Int {
        1 + text.unicodeScalars.prefix(max(0, position - 1)).count { $0 == "\n" }
    }
}

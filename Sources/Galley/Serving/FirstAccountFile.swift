import Foundation

/// The account that the first start made, and its password.
struct FirstAccount {
    let name: String
    let password: String
}

/// Where the first account's password is kept until someone deletes it: `first-account.txt` in the data directory.
struct FirstAccountFile {
    private let url: URL?

    /// Without a data directory nothing is kept.
    init(dataDirectory: String?) {
        url = dataDirectory.map { URL(fileURLWithPath: $0).appendingPathComponent("first-account.txt") }
    }

    /// Writes it for its owner's eyes only.
    func write(_ account: FirstAccount) throws {
        guard let url else { return }
        let text = "\(account.name)\n\(account.password)\n"
        guard
            FileManager.default.createFile(
                atPath: url.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw CommandError("\(url.path) cannot be written") }
    }

    /// What was written; nil when it is gone.
    func read() -> FirstAccount? {
        guard let url, let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n").map(String.init)
        return lines.count == 2 ? FirstAccount(name: lines[0], password: lines[1]) : nil
    }
}

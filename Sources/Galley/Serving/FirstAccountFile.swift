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
}

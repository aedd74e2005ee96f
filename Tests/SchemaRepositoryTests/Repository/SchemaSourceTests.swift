import Foundation
import SchemaRepository
import TestSupport
import Testing

@Suite("Schemas from archives and git") struct SchemaSourceTests {
    @Test func `a zip archive gives the schema files of a repository, even if they are all in one folder`() throws {
        let folder = try TemporaryFolder()
        try folder.write("repo/document.json", "{}")
        try folder.write("repo/enums/Col or é.json", "[1]")
        try folder.write("repo/components/A/preview.mustache", "<p></p>")
        try folder.write("repo/README.md", "no schema")
        try folder.run("cd repo && zip -q -r ../top.zip . && cd .. && zip -q -r folder.zip repo")
        let expected: Set = ["document.json", "enums/Col or é.json", "components/A/preview.mustache"]

        for name in ["top.zip", "folder.zip"] {
            let documents = try SchemaArchive.documents(in: folder.read(name))
            #expect(Set(documents.map(\.path)) == expected)
            #expect(documents.first { $0.path.hasPrefix("enums") }?.bytes == Array("[1]".utf8))
        }
        #expect(
            try SchemaArchive.documents(in: folder.read("top.zip"), folder: "enums").map(\.path) == ["Col or é.json"])
        #expect(throws: SchemaSourceError.self) {
            try SchemaArchive.documents(in: folder.read("top.zip"), folder: "nowhere")
        }
    }

    /// Each case is Python code that writes entries to an archive `z`, and a part of the expected message.
    @Test(arguments: [
        ("z.writestr('../../x.json', '{}')", "not a path inside"),
        ("z.writestr('/etc/x.json', '{}')", "not a path inside"),
        ("z.writestr('a\\\\b.json', '{}')", "not a path inside"),
        ("z.writestr('a\\nb.json', '{}')", "not a path inside"),
        ("z.writestr('x.json', '{}'); z.writestr('x.json', '[]')", "Several files"),
        (
            "i = zipfile.ZipInfo('x.json'); i.create_system = 3; i.external_attr = 0o120777 << 16; "
                + "z.writestr(i, '/etc/passwd')", "symbolic link"
        ),
        ("z.writestr('x.json', ' ' * (5 << 20))", "more than 4 MiB"),
        ("[z.writestr('%d.json' % n, ' ' * (4 << 20)) for n in range(20)]", "larger than 64 MiB"),
        ("z.writestr('big.bin', bytes(70 << 20)); z.writestr('x.json', '{}')", "larger than 64 MiB"),
        ("[z.writestr('%d.json' % n, '') for n in range(5001)]", "more than 5000 files"),
        ("z.writestr('a' * 1_000, ''); z.filelist *= 9_000", "The archive’s list of files is larger than 8 MiB."),
        ("z.writestr('readme.md', '')", "No schemas were found"),
    ])
    func `a hostile archive or one without schemas is refused with the reason`(entries: String, reason: String) throws {
        let folder = try TemporaryFolder()
        try folder.zip(entries)

        let error = #expect(throws: SchemaSourceError.self) { try SchemaArchive.documents(in: folder.read("z.zip")) }

        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test func `an archive with wrong sizes and a text that is not an archive are refused`() throws {
        let folder = try TemporaryFolder()
        // A zip bomb: the archive's directory states 2 bytes for a file of 8 MiB.
        try folder.zip("z.writestr('x.json', ' ' * (8 << 20)); z.filelist[0].file_size = 2")
        #expect(throws: SchemaSourceError.self) { try SchemaArchive.documents(in: folder.read("z.zip")) }
        #expect(throws: SchemaSourceError.self) { try SchemaArchive.documents(in: Array("no zip".utf8)) }
        #expect(throws: SchemaSourceError.self) { try SchemaArchive.documents(in: []) }
        try folder.zip("z.writestr('x.json', '{}')")
        #expect(throws: SchemaSourceError.self) { try SchemaArchive.documents(in: folder.read("z.zip").dropLast(12)) }
    }

    @Test func `files are fetched by branch, tag and commit, without running the repository's hooks`() throws {
        let folder = try TemporaryFolder()
        try folder.write("repo/document.json", "{}")
        try folder.write("repo/notes.md", "none")
        try folder.run(
            """
            cd repo && git init -q -b main && git config user.email a@b.c && git config user.name a \\
            && git config uploadpack.allowAnySHA1InWant true && git add . && git commit -q -m one && git tag first \\
            && printf '{"a": 1}' > document.json && mkdir enums && printf '[]' > enums/E.json && git add . \\
            && git commit -q -m two && printf '#!/bin/sh\\ntouch hooked' > .git/hooks/post-checkout \\
            && chmod +x .git/hooks/post-checkout
            """)
        let address = "file://" + folder.path("repo")

        let main = try GitSource(address, allowing: [.file]).fetch()
        #expect(main.documents.map(\.path) == ["document.json", "enums/E.json"])
        #expect(main.hash.count == 40)
        let branch = try GitSource(address, reference: "main", allowing: [.file]).fetch(folder: "enums")
        #expect(branch.documents.map(\.path) == ["E.json"])
        let first = try GitSource(address, reference: "first", allowing: [.file]).fetch()
        #expect(first.documents.map { String(decoding: $0.bytes, as: UTF8.self) } == ["{}"])
        #expect(try GitSource(address, reference: main.hash, allowing: [.file]).fetch().hash == main.hash)
        #expect(throws: SchemaSourceError.self) {
            try GitSource(address, reference: "nowhere", allowing: [.file]).fetch()
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("repo/hooked")))
    }

    @Test func `a commit with a symbolic link is refused`() throws {
        let folder = try TemporaryFolder()
        try folder.write("repo/document.json", "{}")
        try folder.run(
            """
            cd repo && ln -s /etc/passwd link.json && git init -q -b main && git add . \\
            && git -c user.email=a@b.c -c user.name=a commit -q -m one
            """)
        let error = #expect(throws: SchemaSourceError.self) {
            try GitSource("file://" + folder.path("repo"), allowing: [.file]).fetch()
        }
        #expect(error?.description.contains("symbolic link") == true)
    }

    @Test(arguments: [
        "--upload-pack=touch /tmp/x", "ext::sh -c touch% /tmp/x", "https://-oProxyCommand=x/y", "file:///etc", "/etc",
        "git@host:path", "http://host/x", "https://user:secret@host/x", "https://token@host/x", "https://host/a b",
        "ssh://-oProxyCommand=touch/x", "",
    ])
    func `an address that is not https or contains credentials is refused`(address: String) {
        #expect(throws: SchemaSourceError.self) { try GitSource(address, allowing: [.https]) }
        if address.hasPrefix("ssh") {
            #expect(throws: SchemaSourceError.self) { try GitSource(address, allowing: [.ssh]) }
        }
    }

    @Test(
        arguments: [
            ("https://host/a b", "must contain only printable ASCII characters and no spaces."),
            ("https://host/é", "must contain only printable ASCII characters and no spaces."),
            (
                CaseText("https://host/" + String(repeating: "x", count: 2_000)),
                "may have at most 2000 bytes; this one has 2013."
            ),
            ("http://host/x", "must begin with https://."), ("https:///path", "must name a host."),
            ("https://:443/path", "must name a host."), ("https://?query", "must name a host."),
            ("https://user@/path", "must name a host."), ("https://user@-oProxyCommand=x/path", "must name a host."),
        ] as [(CaseText, String)])
    func `the error about an address states what is wrong with it`(address: CaseText, reason: String) {
        let error = #expect(throws: SchemaSourceError.self) { try GitSource(address.text, allowing: [.https]) }
        #expect(error?.description == "The address of a git repository " + reason)
    }

    @Test func `a fetch from an https address fails if resolving its host is refused`() throws {
        for (address, host) in [
            ("https://example.com:444/x.git", "example.com"), ("https://[::1]/x", "::1"),
            ("https://2130706433/", "2130706433"),
        ] {
            let error = #expect(throws: SchemaSourceError.self) {
                try GitSource(address, allowing: [.https]).fetch(resolving: { host throws(SchemaSourceError) in
                    throw SchemaSourceError("no \(host)")
                })
            }
            #expect(error?.description == "no \(host)")
        }
    }

    @Test(arguments: ["-x", "--upload-pack=touch", "a:b", "a..b", "+main", "main^{/x}", "a b", "@{-1}", "*"])
    func `a git reference with special characters is refused`(reference: String) {
        #expect(throws: SchemaSourceError.self) {
            try GitSource("https://host/x", reference: reference, allowing: [.https])
        }
    }

    /// A temporary directory that is removed after the test.
    private final class TemporaryFolder {
        private let directory = FileManager.default.temporaryDirectory.appending(path: "folder-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(at: directory) }

        func path(_ name: String) -> String { directory.appending(path: name).path }

        func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: directory.appending(path: name))) }

        func write(_ name: String, _ text: String) throws {
            let file = directory.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }

        func zip(_ entries: String) throws {
            try run(
                """
                python3 -W ignore -c "import zipfile
                z = zipfile.ZipFile('z.zip', 'w', zipfile.ZIP_DEFLATED)
                \(entries)
                z.close()"
                """)
        }

        func run(_ script: String) throws {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-ec", script]
            process.currentDirectoryURL = directory
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw Failed(script: script) }
        }

        private struct Failed: Error { let script: String }
    }
}

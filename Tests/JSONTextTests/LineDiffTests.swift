import JSONText
import TestSupport
import Testing

struct LineDiffTests {
    /// Compares two texts, in which spaces stand for line feeds. Returns each row as `=` (same), `-` (removed), `+`
    /// (added) or `~` (changed), followed by its lines.
    private func rows(_ old: String, _ new: String) -> [String] {
        let diff = LineDiff(
            from: Array(old.replacing(" ", with: "\n").utf8), to: Array(new.replacing(" ", with: "\n").utf8))
        return diff.rows.map { row in
            switch row {
            case .same(let old, let new): "=\(diff.oldLines[old])\(diff.newLines[new])"
            case .changed(let old?, let new?): "~\(diff.oldLines[old])\(diff.newLines[new])"
            case .changed(let old?, nil): "-\(diff.oldLines[old])"
            case .changed(nil, let new): "+\(new.map { diff.newLines[$0] } ?? "")"
            }
        }
    }

    @Test(arguments: [
        ("a", "a", ["=aa"]), ("a b c", "a c", ["=aa", "-b", "=cc"]), ("a c", "a b c", ["=aa", "+b", "=cc"]),
        ("a b c", "a x c", ["=aa", "~bx", "=cc"]), ("a b", "b a", ["+b", "=aa", "-b"]),
        ("{ a } { b }", "{ a } { x } { b }", ["={{", "=aa", "=}}", "={{", "+x", "+}", "+{", "=bb", "=}}"]),
        ("a", "", ["-a"]), ("", "a", ["+a"]), ("", "", []),
    ])
    func `equal lines are in one row`(old: String, new: String, expected: [String]) {
        #expect(rows(old, new) == expected)
    }

    @Test func `the rows contain all lines of both texts in order`() {
        var numbers = SeededNumbers(seed: 5)
        for _ in 0..<500 {
            let sides = (0..<2).map { _ in
                (0..<Int.random(in: 0...20, using: &numbers)).map { _ in Int.random(in: 0..<8, using: &numbers) }
            }
            let texts = sides.map { Array($0.map { "\($0)\n" }.joined().utf8) }
            let diff = LineDiff(from: texts[0], to: texts[1])
            var (old, new): ([Int], [Int]) = ([], [])
            for row in diff.rows {
                switch row {
                case .same(let left, let right):
                    #expect(diff.oldLines[left] == diff.newLines[right])
                    old.append(left)
                    new.append(right)
                case .changed(let left, let right):
                    if let left { old.append(left) }
                    if let right { new.append(right) }
                }
            }
            #expect(old == Array(sides[0].indices) && new == Array(sides[1].indices))
        }
    }
}

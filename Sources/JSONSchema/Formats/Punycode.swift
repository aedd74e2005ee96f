/// Punycode (RFC 3492) of labels, without their `xn--` prefix.
enum Punycode {
    private static let base = 36
    private static let delimiter: UInt8 = 0x2D

    /// Returns the label that a text encodes, or nil if it is not valid Punycode.
    static func decode(_ text: [UInt8]) -> [Unicode.Scalar]? {
        var output: [Unicode.Scalar] = []
        var rest = text[...]
        if let end = text.lastIndex(of: delimiter) {
            output = text[..<end].map { Unicode.Scalar($0) }
            rest = text[(end + 1)...]
        }
        var code = 128
        var index = 0
        var bias = 72
        while !rest.isEmpty {
            let start = index
            var weight = 1
            var k = base
            while true {
                guard let byte = rest.popFirst(), let digit = digit(byte) else { return nil }
                index += digit * weight
                let threshold = min(max(k - bias, 1), 26)
                if digit < threshold { break }
                weight *= base - threshold
                guard weight < 1 << 32, index < 1 << 32 else { return nil }
                k += base
            }
            bias = adapted(index - start, count: output.count + 1, isFirst: start == 0)
            code += index / (output.count + 1)
            index %= output.count + 1
            guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return output
    }

    /// Returns the text that encodes a label, or nil if the label is too long for a host name.
    static func encode(_ label: [Unicode.Scalar]) -> [UInt8]? {
        guard label.count <= 63 else { return nil }
        var output = label.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
        var handled = output.count
        let basic = handled
        if basic > 0 { output.append(delimiter) }
        var code: UInt32 = 128
        var delta = 0
        var bias = 72
        while handled < label.count {
            guard let next = label.map(\.value).filter({ $0 >= code }).min() else { return nil }
            delta += Int(next - code) * (handled + 1)
            code = next
            for scalar in label {
                if scalar.value < code { delta += 1 }
                if scalar.value != code { continue }
                append(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return output
    }

    private static func append(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        var k = base
        while true {
            let threshold = min(max(k - bias, 1), 26)
            if rest < threshold { break }
            output.append(letter(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            k += base
        }
        output.append(letter(rest))
    }

    private static func letter(_ digit: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: digit < 26 ? digit + 0x61 : digit - 26 + 0x30)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        if ASCII.isDigit(byte) { return Int(byte) - 0x30 + 26 }
        return ASCII.isLetter(byte) ? Int(byte | 0x20) - 0x61 : nil
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var k = 0
        while delta > 455 {
            delta /= base - 1
            k += base
        }
        return k + 36 * delta / (delta + 38)
    }
}

/// The widths of letters in two of the preview's fonts, Noto Sans and Noto Sans Arabic, in thousandths of the font
/// size.
///
/// Arabic letters are measured in their joined forms; kerning and ligatures are ignored. Ideographs count as one em,
/// and most other letters without an entry here as an average letter.
enum TextMetrics {
    /// The width of a space.
    static let space = 260.0

    /// Returns the width of a text on one line.
    static func width(of text: some StringProtocol, isBold: Bool) -> Double {
        var width = 0.0
        var joins = false
        var letters = Array(text.unicodeScalars)
        letters.removeAll { isMark($0.value) }
        for (number, letter) in letters.enumerated() {
            guard let forms = arabic[letter.value] else {
                width += advance(letter.value, isBold: isBold)
                joins = false
                continue
            }
            let next = number + 1 < letters.count ? arabic[letters[number + 1].value] : nil
            let continues = forms.count == 4 && (next?.count ?? 0) > 1
            let form =
                switch (joins && forms.count > 1, continues) {
                case (false, false): forms[0]
                case (true, false): forms[1]
                case (false, true): forms[2]
                case (true, true): forms[3]
                }
            width += isBold ? form * arabicBoldness : form
            joins = continues
        }
        return width
    }

    /// Returns true for East Asian characters, such as ideographs and kana, before and after which a line may break;
    /// false for Hangul syllables.
    static func isIdeograph(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFF60, 0x20000...0x3FFFF: true
        default: false
        }
    }

    private static func isMark(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0300...0x036F, 0x064B...0x065F, 0x0670, 0x06D6...0x06ED, 0x200B, 0x200D...0x200F, 0x202A...0x202E,
            0x2060...0x2069, 0xFE00...0xFE0F:
            true
        default: false
        }
    }

    private static func advance(_ scalar: UInt32, isBold: Bool) -> Double {
        switch scalar {
        case 0x20...0x7E: return (isBold ? boldLatin : latin)[Int(scalar) - 0x20]
        case 0x410...0x44F: return (isBold ? boldCyrillic : cyrillic)[Int(scalar) - 0x410]
        case 0xA0: return space
        case 0xB7: return isBold ? 285 : 268
        case 0x200C: return 0
        case 0x2010...0x2013: return 500
        case 0x2014, 0x2015: return 1000
        case 0x2026: return isBold ? 855 : 791
        case 0xAC00...0xD7A3: return 920
        case 0x1F000...0x1FFFF: return 1240
        case _ where isIdeograph(scalar): return 1000
        case ..<0x20: return 0
        default: return isBold ? 640 : 600
        }
    }

    private static let latin: [Double] = [
        260, 269, 408, 646, 572, 831, 732, 225, 300, 300, 551, 572, 268, 322, 268, 372, 572, 572, 572, 572, 572, 572,
        572, 572, 572, 572, 268, 268, 572, 572, 572, 434, 899, 639, 650, 632, 730, 556, 519, 728, 741, 339, 273, 619,
        524, 907, 760, 781, 605, 781, 622, 549, 556, 731, 600, 930, 586, 566, 572, 329, 372, 329, 572, 444, 281, 561,
        615, 480, 615, 564, 344, 615, 618, 258, 258, 534, 258, 935, 618, 605, 615, 615, 413, 479, 361, 618, 508, 786,
        529, 510, 470, 380, 551, 380, 572,
    ]
    private static let boldLatin: [Double] = [
        260, 286, 472, 646, 572, 901, 750, 266, 339, 339, 545, 572, 285, 322, 285, 413, 572, 572, 572, 572, 572, 572,
        572, 572, 572, 572, 285, 285, 572, 572, 572, 477, 897, 690, 672, 637, 740, 560, 549, 724, 765, 389, 331, 664,
        565, 943, 813, 796, 628, 796, 660, 551, 579, 756, 650, 967, 667, 624, 579, 331, 413, 331, 572, 411, 362, 604,
        633, 514, 633, 591, 387, 633, 657, 305, 305, 620, 305, 982, 657, 619, 633, 633, 454, 497, 434, 657, 569, 856,
        578, 569, 488, 394, 551, 394, 572,
    ]
    private static let cyrillic: [Double] = [
        639, 615, 650, 524, 691, 556, 854, 588, 768, 768, 618, 708, 907, 741, 781, 731, 605, 632, 556, 624, 804, 586,
        741, 698, 1037, 1041, 692, 858, 642, 633, 1052, 639, 561, 599, 576, 433, 581, 564, 750, 490, 643, 643, 529,
        578, 746, 637, 605, 624, 615, 480, 476, 510, 725, 529, 632, 613, 898, 906, 696, 778, 594, 494, 836, 559,
    ]
    private static let boldCyrillic: [Double] = [
        690, 638, 672, 561, 764, 560, 943, 648, 823, 823, 672, 745, 943, 765, 796, 745, 628, 637, 579, 663, 860, 667,
        781, 728, 1078, 1114, 727, 906, 638, 663, 1070, 665, 604, 622, 629, 478, 664, 591, 873, 555, 720, 720, 619,
        645, 844, 662, 619, 652, 633, 514, 553, 569, 814, 578, 688, 656, 969, 985, 710, 850, 614, 512, 877, 593,
    ]

    /// The average factor by which bold Arabic letters are wider than regular ones.
    private static let arabicBoldness = 1.1

    /// The widths of the forms of Arabic letters: isolated, final, initial, medial. A letter with two widths never
    /// joins the next letter; a letter with one width never joins.
    private static let arabic: [UInt32: [Double]] = [
        0x621: [411], 0x622: [235, 289], 0x623: [235, 289], 0x624: [447, 472], 0x625: [238, 291],
        0x626: [760, 736, 269, 343], 0x627: [238, 291], 0x628: [993, 1093, 269, 343], 0x629: [405, 486],
        0x62A: [993, 1093, 299, 373], 0x62B: [993, 1093, 299, 373], 0x62C: [639, 649, 589, 637],
        0x62D: [639, 649, 589, 637], 0x62E: [639, 649, 589, 637], 0x62F: [477, 532], 0x630: [477, 532],
        0x631: [367, 396], 0x632: [367, 396], 0x633: [1209, 1269, 784, 850], 0x634: [1209, 1269, 784, 850],
        0x635: [1306, 1352, 903, 949], 0x636: [1306, 1352, 903, 949], 0x637: [788, 831, 677, 710],
        0x638: [788, 831, 677, 710], 0x639: [507, 531, 503, 521], 0x63A: [507, 531, 503, 521],
        0x640: [270, 270, 270, 270], 0x641: [983, 1098, 447, 495], 0x642: [774, 808, 447, 495],
        0x643: [882, 922, 412, 508], 0x644: [695, 730, 260, 300], 0x645: [484, 562, 525, 578],
        0x646: [685, 730, 269, 343], 0x647: [405, 486, 574, 507], 0x648: [447, 472], 0x649: [760, 736, 269, 343],
        0x64A: [760, 736, 299, 373], 0x67E: [993, 1093, 299, 373], 0x686: [659, 719, 589, 637], 0x698: [367, 396],
        0x6A9: [877, 975, 412, 508], 0x6AF: [877, 975, 412, 508], 0x6C0: [405, 486], 0x6CC: [760, 736, 299, 373],
        0x60C: [328], 0x61F: [434],
    ]
}

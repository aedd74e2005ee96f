-- Folds the searched texts of option items as `SearchText` does now: Arabic kaf and yeh become the Persian letters, digits
-- of every script those of ASCII, and vowel marks, tatweel and joiners go. All other texts stay as they are.
WITH digits AS (
    -- The digit 0 of every script; the others follow it. The forms that NFKC replaces were replaced before.
    SELECT string_agg(chr(zero + value), '' ORDER BY zero, value) AS written,
        string_agg(value::text, '' ORDER BY zero, value) AS folded
    FROM unnest(ARRAY[
        1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160,
        4240, 6112, 6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504,
        43600, 44016, 66720, 68912, 68928, 69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360,
        71376, 71386, 71472, 71904, 72016, 72688, 72784, 73040, 73120, 73184, 73552, 90416, 92768, 92864,
        93008, 93552, 118000, 123200, 123632, 124144, 124401, 125264
    ]) AS zero, generate_series(0, 9) AS value
), mapping AS (
    -- `translate` drops the letters at the end, for which there is no other.
    SELECT U&'\0643\064A\0649' || written || U&'\0640\064B\064C\064D\064E\064F\0650\0651\0652\0653\0654'
            || U&'\0655\0656\0657\0658\0659\065A\065B\065C\065D\065E\065F\0670\200C\200D' AS written,
        U&'\06A9\06CC\06CC' || folded AS folded
    FROM digits
)
UPDATE option_item
SET searched = normalize(translate(searched, mapping.written, mapping.folded), NFKC)
FROM mapping
WHERE searched ~ ('[' || mapping.written || ']');

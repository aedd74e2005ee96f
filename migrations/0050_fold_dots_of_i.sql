-- Folds the searched texts of option items as `SearchText` does now: the dot above an i is dropped also if there are marks
-- below the i, as in the lower case of an İ with a cedilla or a dot below. All other texts stay as they are.
WITH mark AS (
    -- The marks that come before a dot above, which the normal form shows.
    SELECT string_agg(chr(code), '') AS all_below
    FROM generate_series(768, 125258) AS code
    WHERE code <> 775 AND code NOT BETWEEN 55296 AND 57343
        AND normalize(U&'\0307' || chr(code), NFC) = chr(code) || U&'\0307'
)
UPDATE option_item
SET searched = normalize(
    regexp_replace(
        searched, '([i' || U&'\012F\1E2D\1ECB' || '][' || mark.all_below || ']*)' || U&'\0307' || '+', '\1', 'g'),
    NFKC)
FROM mark
WHERE strpos(searched, U&'\0307') > 0;

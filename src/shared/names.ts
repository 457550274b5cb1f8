/** Letters that Unicode does not decompose but people type as plain ones. */
const LOOSE: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }

/** Lower-cases and strips accents, to match what people type: `Hervé` becomes `herve`. */
export function foldLetters(text: string): string {
  // Fast path: most words are plain ASCII and need nothing else.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFD')
      // Strips Latin, Greek and Cyrillic accents only; in other scripts marks distinguish letters.
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC')
      .replace(/[ßøæœłđı]/g, (letter) => LOOSE[letter] ?? letter)
  )
}

/**
 * The key by which the name of a brand or retailer is matched: letters and digits in lower case without
 * accents, words separated by one space. Empty if the name has neither letters nor digits.
 */
export function foldName(name: string): string {
  return foldLetters(name)
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

/** The key by which a spreadsheet heading is matched: folded as a name, ignoring spaces and underscores. */
export function foldHeading(heading: string): string {
  return foldName(heading).replaceAll(' ', '')
}

/** A deal's name for places that show a single one; `unnamed` if it has none. */
export function dealName(
  { brandName, productName = '' }: { brandName: string; productName?: string | undefined },
  unnamed = 'a draft without a name',
): string {
  return `${brandName} ${productName}`.trim() || unnamed
}

/** The product name without its brand; undefined for viewers who may not see it. */
export function pieceName({ productName }: { productName?: string | undefined }) {
  return productName
}

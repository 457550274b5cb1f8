/** Letters that are not a plain letter with a mark, and are still taken for one. */
const LOOSE: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }

/** In lower case and without accents, as people type what they look for: `Hervé` as `herve`. */
export function foldLetters(text: string): string {
  // Most words have no other letters, and nothing else is to be done to them.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFD')
      // Accents of Latin, Greek and Cyrillic; in other scripts marks tell letters apart.
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC')
      .replace(/[ßøæœłđı]/g, (letter) => LOOSE[letter] ?? letter)
  )
}

/**
 * The name of a brand or retailer as it is matched: letters and digits in lower case without
 * accents, words one space apart. Empty when the name has neither letter nor digit.
 */
export function foldName(name: string): string {
  return foldLetters(name)
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

/** A heading as it is matched: as a name, and without regard to spaces and underscores. */
export function foldHeading(heading: string): string {
  return foldName(heading).replaceAll(' ', '')
}

/** What a deal is called where only one name fits; `unnamed` while it has none. */
export function dealName(
  { brandName, productName = '' }: { brandName: string; productName?: string | undefined },
  unnamed = 'a draft without a name',
): string {
  return `${brandName} ${productName}`.trim() || unnamed
}

/** What the piece is called, without its brand; undefined for who may not see it. */
export function pieceName({ productName }: { productName?: string | undefined }) {
  return productName
}

/** Letters that are not a plain letter with a mark, and are still taken for one. */
const LOOSE: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }

/**
 * The name of a brand or retailer as it is matched: letters and digits in lower case without
 * accents, words one space apart. Empty when the name has neither letter nor digit.
 */
export function foldName(name: string): string {
  return (
    name
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFD')
      // Accents of Latin, Greek and Cyrillic; in other scripts marks tell letters apart.
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC')
      .replace(/[ßøæœłđı]/g, (letter) => LOOSE[letter] ?? letter)
      .replace(/['’‘`´]/g, '')
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
      .trim()
  )
}

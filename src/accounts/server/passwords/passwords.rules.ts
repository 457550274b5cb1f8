/** Common substitutions: `p@ssw0rd` is `password`. A `1` may be an `i` or an `l`. */
const DISGUISES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
  '!': 'i',
  '1': 'i',
}

/** Keyboard rows and the alphabet, forwards and backwards. */
const ROWS = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7ki8lo9p0',
  '1a2b3c4d5e6f7g8h9i',
  'a1b2c3d4e5f6g7h8i9',
].flatMap((row) => [row, [...row].reverse().join('')])

/** Numbers this short are dates or telephone numbers. */
const SHORT_NUMBER = /^\d{0,11}$/
/** A longer password may contain a common word as one part among others. */
const LONGEST_COMMON = 15

type GuessableWords = {
  /** Lower case, without accents. */
  common: ReadonlySet<string>
  /** Names of this club: easily guessed, whatever surrounds them. */
  own: ReadonlySet<string>
}

/**
 * Whether a password is easily guessed: a common word (also with digits and signs around it, or with
 * substitutions), a row of keys, a short number, or one of these repeated.
 */
export function isCommonPassword(password: string, words: GuessableWords): boolean {
  const text = withoutAccents(password).trim()
  return isGuessable(text, words) || isGuessable(unitOf(text), words)
}

/** Normalizes a name for the word list: `Montrève & Fils` becomes `montrevefils`. */
export function toGuessableWord(name: string): string {
  return withoutAccents(name).replace(/[^a-z0-9]/g, '')
}

/** Guesses made from the club's name: the name, its short form, and adjacent words of it. */
export function ownWordsOf({ name, shortName }: { name: string; shortName: string }): string[] {
  const parts = withoutAccents(name).split(/\s+/)
  const sequences = parts.flatMap((_, from) =>
    parts.slice(from + 1).map((__, count) => parts.slice(from, from + count + 2).join('')),
  )
  return [withoutAccents(shortName), ...sequences].map(toGuessableWord)
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function isGuessable(text: string, { common, own }: GuessableWords): boolean {
  if (text.length <= 3 || SHORT_NUMBER.test(text)) return true
  if (ROWS.some((row) => row.includes(text))) return true
  const readings = readingsOf(text)
  if (readings.some((reading) => own.has(reading))) return true
  if (text.length > LONGEST_COMMON) return common.has(text)
  return readings.some((reading) => common.has(reading))
}

/** Readings of a text without surrounding digits and signs, and without substitutions. */
function readingsOf(text: string): string[] {
  const bare = text.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '')
  return [text, bare].flatMap((each) => {
    const plain = each.replace(/[@4305$7!1]/g, (sign) => DISGUISES[sign] ?? sign)
    return [each, plain, each.replaceAll('1', 'l'), plain.replace(/[^a-z]/g, '')]
  })
}

/** The repeated unit of a text: `abc` for `abcabcabc`; the text itself when nothing repeats. */
function unitOf(text: string): string {
  const at = `${text}${text}`.indexOf(text, 1)
  return at < text.length ? text.slice(0, at) : text
}

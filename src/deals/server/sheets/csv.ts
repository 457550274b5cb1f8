import { markedUtf16 } from '#app/server/byte-order-mark.ts'

const SEPARATORS = [',', ';', '\t']

/**
 * Decodes a text file. Spreadsheet programs write UTF-16 with a byte order mark, UTF-8 with or without one, or
 * Windows-1252. Throws an Error for people when UTF-16 text contains NUL.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = markedUtf16(bytes)
  if (marked) {
    const text = new TextDecoder(marked).decode(bytes)
    if (text.includes('\0'))
      throw new Error('The file is not text. Save it as .xlsx and try again.')
    return text
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Parses comma-, semicolon- or tab-separated text, as in RFC 4180 but with any line ends. Throws an Error for
 * people when a quotation mark is never closed.
 */
export function* parseCsv(text: string): Generator<string[]> {
  // Excel's line that names the separator; Excel does not show it as a row.
  const named = /^sep=([,;\t])\r?\n/i.exec(text)
  const separator = named?.[1] ?? guessSeparator(text)
  let at = named?.[0].length ?? 0
  let row: string[] = []

  while (at < text.length) {
    let cell: string
    if (text[at] === '"') {
      const end = findClosingQuote(text, at + 1)
      cell = text.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
      // Text between the closing quotation mark and the separator belongs to the cell.
      const rest = endOfCell(text, at, separator)
      cell += text.slice(at, rest)
      at = rest
    } else {
      const end = endOfCell(text, at, separator)
      cell = text.slice(at, end)
      at = end
    }
    row.push(cell)
    if (text[at] === separator) {
      at += 1
      // A separator at the very end opens one more, empty cell.
      if (at < text.length) continue
      row.push('')
    } else {
      at += text.startsWith('\r\n', at) ? 2 : 1
    }
    yield row
    row = []
  }
}

function endOfCell(text: string, from: number, separator: string) {
  let at = from
  while (at < text.length) {
    const character = text[at]
    if (character === separator || character === '\n' || character === '\r') break
    at += 1
  }
  return at
}

function findClosingQuote(text: string, from: number) {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  throw new Error('A quotation mark is opened and never closed.')
}

/** Fewest columns of a sheet of deals. When no line has that many, the first line is the headings. */
const FEWEST_CELLS = 3
/** Headings are searched for only in this many lines. */
const MOST_ABOVE = 30

/**
 * The separator that occurs most in the heading line, outside quotation marks. Lines with fewer cells are
 * skipped as titles, unless a spreadsheet program has padded them with separators.
 */
function guessSeparator(text: string): string {
  const counts = firstLines(text).map(cellsBySeparator)
  const ofHeadings = counts.find((each) => Math.max(...each) >= FEWEST_CELLS) ?? counts[0] ?? []
  return SEPARATORS[ofHeadings.indexOf(Math.max(...ofHeadings))] ?? ','
}

function firstLines(text: string): string[] {
  const lines = text.matchAll(/[^\r\n]+/g).map(([line]) => line)
  return [...lines.filter((line) => line.trim() !== '').take(MOST_ABOVE + 1)]
}

function cellsBySeparator(line: string): number[] {
  const bare = line.replace(/"[^"]*"/g, '')
  return SEPARATORS.map((separator) => bare.split(separator).length)
}

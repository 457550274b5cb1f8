import { existsSync, globSync, readFileSync } from 'node:fs'

/** A row of a table: the requirement, the tests that prove it, and the decision behind it. */
export type Row = {
  section: string
  wanted: string
  heldBy: string
  settledBy: string
}

export type Files = {
  has: (path: string) => boolean
  read: (path: string) => string
  /** All sources of the product as one text: every quoted text appears somewhere in it. */
  product: () => string
}

export const onDisk: Files = {
  has: existsSync,
  read: (path) => readFileSync(path, 'utf8'),
  product: () =>
    globSync('src/**/*.{ts,tsx}')
      .filter((file) => !file.includes('.test.'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n'),
}

const HEADINGS = ['wanted', 'held by', 'settled by']

/** Returns the rows of every table of the page. Throws for an unknown table. */
export function rowsOf(page: string): Row[] {
  const rows: Row[] = []
  let section = ''
  let isInTable = false
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3).trim()
    if (!line.startsWith('|')) isInTable = false
    else if (!isInTable) {
      const headings = cellsOf(line).map((cell) => cell.toLowerCase())
      if (headings.join() !== HEADINGS.join()) throw new Error(`No table of ours: ${line}`)
      isInTable = true
    } else if (!/^[|\s:-]+$/.test(line)) {
      const [wanted = '', heldBy = '', settledBy = '', ...more] = cellsOf(line)
      if (more.length > 0) throw new Error(`Too many cells: ${line}`)
      rows.push({ section, wanted, heldBy, settledBy })
    }
  }
  return rows
}

/** Splits a row into cells; a bar inside a cell is written `\|`. */
export function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
}

/** Returns the problems of the rows, one line each. */
export function problemsOf(rows: Row[], files: Files = onDisk): string[] {
  const known = {
    decisions: new Set(rows.flatMap(({ wanted }) => decisionOf(wanted) ?? [])),
    product: plain(files.product()),
    titles: new Map<string, string[]>(),
    files,
  }
  return rows.flatMap((row) => {
    const say = (problem: string) => `${row.section} / ${row.wanted.slice(0, 60)}: ${problem}`
    return [
      ...problemsOfWords(row, known),
      ...problemsOfTests(row.heldBy, known),
      ...problemsOfSettling(row.settledBy, known),
    ].map(say)
  })
}

type Known = {
  decisions: Set<string>
  product: string
  titles: Map<string, string[]>
  files: Files
}

/**
 * Matches source code, which a row must not quote; addresses, fields and settings are behaviour and allowed.
 */
const SOURCE_CODE = /=>|===|[;(<]|'|^(src|sandbox|test|scripts|bench|demo)\/|\.(tsx?|css|sql)$/

function problemsOfWords({ wanted, settledBy }: Row, { product }: Known): string[] {
  const code = [...`${wanted} ${settledBy}`.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
  // Placeholders are in braces; the rest is quoted literally.
  const quoted = [...wanted.matchAll(/“([^”]+)”/g)].flatMap(([, text = '']) =>
    text.split(/\{\w+\}/).filter((part) => part.trim() !== ''),
  )
  return [
    ...code.filter((text) => SOURCE_CODE.test(text)).map((text) => `source code: ${text}`),
    ...quoted
      .filter((text) => !product.includes(plain(text)))
      .map((text) => `said nowhere: ${text}`),
  ]
}

/** Normalizes spaces and apostrophes, however a source breaks or escapes them. */
export function plain(text: string): string {
  return text
    .replace(/\\(['"`])/g, '$1')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
}

/** Checks references to tests: each names the file and the whole title, and nothing else. */
export function problemsOfTests(
  heldBy: string,
  { files, titles }: Pick<Known, 'files' | 'titles'> = { files: onDisk, titles: new Map() },
): string[] {
  const references = heldBy.split('<br>')
  return references.flatMap((reference) => {
    const [, path = '', title = ''] = /^`([^`]+?) › ([^`]+)`$/.exec(reference) ?? []
    if (path === '') return [`no test is named: ${reference}`]
    if (!/\.(test|e2e|faults)\.ts$/.test(path) || !files.has(path))
      return [`there is no test ${path}`]
    if (!titles.has(path)) titles.set(path, titlesIn(path, files.read(path)))
    return titles.get(path)?.includes(title) ? [] : [`${path} has no test “${title}”`]
  })
}

/**
 * Returns a file's test titles. In the fault matrix a row's name is one too: each of its cells has a test.
 */
function titlesIn(path: string, source: string): string[] {
  const rows = path.endsWith('.faults.ts') ? source.matchAll(/\bname: (['"`])(.+?)\1/g) : []
  return [...titlesOf(source), ...Array.from(rows, ([, , name = '']) => name)]
}

/** Returns the titles of a file's tests and of their groups, as written. */
function titlesOf(source: string): string[] {
  const titles =
    /(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,\s*(?:async\b|\(|\{)/g
  const code = source.replace(/^\s*\/\/.*$/gm, '')
  return [...code.matchAll(titles)].map(([, , title = '']) => title.replace(/\\(.)/g, '$1'))
}

/** The id at the beginning of a decision's row, such as `D2.3`. */
function decisionOf(wanted: string): string | undefined {
  return /^D\d\.\d+(?= )/.exec(wanted)?.[0]
}

function problemsOfSettling(settledBy: string, { decisions, files }: Known): string[] {
  const rules = settledBy.match(/\bD\d\.\d+\b/g) ?? []
  const records = [...settledBy.matchAll(/`(docs\/[^`]+)`/g)].map(([, path = '']) => path)
  return [
    ...rules.filter((rule) => !decisions.has(rule)).map((rule) => `there is no decision ${rule}`),
    ...records.filter((path) => !files.has(path)).map((path) => `there is no ${path}`),
  ]
}

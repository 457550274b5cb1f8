import { existsSync, globSync, readFileSync } from 'node:fs'

/** One row of a table: what is wanted, the tests that hold it, what settled it. */
export type Row = {
  section: string
  wanted: string
  heldBy: string
  settledBy: string
}

export type Files = {
  has: (path: string) => boolean
  read: (path: string) => string
  /** Every source of the product in one: what people read stands somewhere in it. */
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

/** The rows of every table of the page. Throws for a table that is none of ours. */
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

/** A bar inside of a cell is written `\|`. */
export function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
}

/** What is wrong with the rows, a line each. */
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

/** Addresses, fields and settings are behaviour; a line or a file of the source is not. */
const SOURCE_CODE = /=>|===|[;(<]|'|^(src|sandbox|test|scripts|bench|demo)\/|\.(tsx?|css|sql)$/

function problemsOfWords({ wanted, settledBy }: Row, { product }: Known): string[] {
  const code = [...`${wanted} ${settledBy}`.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
  // What is filled in stands in braces; the rest is said letter by letter.
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

/** One kind of space and of apostrophe, whatever a source breaks or escapes. */
export function plain(text: string): string {
  return text
    .replace(/\\(['"`])/g, '$1')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
}

/** Every test by its file and whole title, and nothing beside it. */
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

/** A row of the fault matrix has a name, and a test for each of its cells. */
function titlesIn(path: string, source: string): string[] {
  const rows = path.endsWith('.faults.ts') ? source.matchAll(/\bname: (['"`])(.+?)\1/g) : []
  return [...titlesOf(source), ...Array.from(rows, ([, , name = '']) => name)]
}

/** The titles of a file's tests and of the groups they are in, as they are written there. */
function titlesOf(source: string): string[] {
  const titles =
    /(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,\s*(?:async\b|\(|\{)/g
  const code = source.replace(/^\s*\/\/.*$/gm, '')
  return [...code.matchAll(titles)].map(([, , title = '']) => title.replace(/\\(.)/g, '$1'))
}

/** `D2.3` at the beginning of a decision's row. */
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

import { existsSync, readFileSync } from 'node:fs'

/** One row of a table: what is wanted, where the product has it, what holds it. */
export type Row = {
  section: string
  wanted: string
  where: string
  heldBy: string
  settledBy: string
}

export type Files = {
  has: (path: string) => boolean
  read: (path: string) => string
}

export const onDisk: Files = { has: existsSync, read: (path) => readFileSync(path, 'utf8') }

const HEADINGS = ['wanted', 'where', 'held by', 'settled by']

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
      const [wanted = '', where = '', heldBy = '', settledBy = '', ...more] = cellsOf(line)
      if (more.length > 0) throw new Error(`Too many cells: ${line}`)
      rows.push({ section, wanted, where, heldBy, settledBy })
    }
  }
  return rows
}

/** A bar inside of a cell is written `\|`. */
function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
}

/** What is wrong with the rows, a line each. */
export function problemsOf(rows: Row[], files: Files = onDisk): string[] {
  const decisions = new Set(rows.flatMap(({ wanted }) => decisionOf(wanted) ?? []))
  return rows.flatMap((row) => {
    const say = (problem: string) => `${row.section} / ${row.wanted.slice(0, 60)}: ${problem}`
    return [
      ...problemsOfWhere(row, files),
      ...problemsOfTests(row.heldBy, files),
      ...problemsOfSettling(row.settledBy, { decisions, files }),
    ].map(say)
  })
}

function problemsOfWhere({ wanted, where }: Row, files: Files): string[] {
  const code = [...where.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
  const paths = code.filter(isPath)
  if (paths.length === 0) return ['no file is named']
  const missing = paths.filter((path) => !files.has(path))
  if (missing.length > 0) return missing.map((path) => `there is no ${path}`)

  const source = plain(paths.map((path) => files.read(path)).join('\n'))
  // What is filled in stands in braces; the rest is there letter by letter.
  const quoted = [...wanted.matchAll(/“([^”]+)”/g)].flatMap(([, text = '']) =>
    text.split(/\{\w+\}/).filter((part) => part.trim() !== ''),
  )
  return [...quoted, ...code.filter((text) => !isPath(text))]
    .filter((text) => !source.includes(plain(text)))
    .map((text) => `not there: ${text}`)
}

/** One kind of space and of apostrophe, whatever a source breaks or escapes. */
function plain(text: string): string {
  return text
    .replace(/\\(['"`])/g, '$1')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
}

function isPath(text: string): boolean {
  return /^(src|test|docs|demo|public|bench|scripts)\//.test(text)
}

function problemsOfTests(heldBy: string, files: Files): string[] {
  const named = [...heldBy.matchAll(/`([^`]+?) › ([^`]+)`/g)]
  if (named.length === 0) return ['no test is named']
  return named.flatMap(([, path = '', title = '']) => {
    if (!/\.(test|e2e)\.ts$/.test(path) || !files.has(path)) return [`there is no test ${path}`]
    const isThere = titlesOf(files.read(path)).some((known) => isTitle(title, known))
    return isThere ? [] : [`${path} has no test “${title}”`]
  })
}

/** A part will do when it is long enough to mean one. */
function isTitle(title: string, known: string): boolean {
  return known === title || (title.length >= 12 && known.includes(title))
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

type Known = { decisions: Set<string>; files: Files }

function problemsOfSettling(settledBy: string, { decisions, files }: Known): string[] {
  const rules = settledBy.match(/\bD\d\.\d+\b/g) ?? []
  const records = [...settledBy.matchAll(/`(docs\/[^`]+)`/g)].map(([, path = '']) => path)
  return [
    ...rules.filter((rule) => !decisions.has(rule)).map((rule) => `there is no decision ${rule}`),
    ...records.filter((path) => !files.has(path)).map((path) => `there is no ${path}`),
  ]
}

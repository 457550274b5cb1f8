import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { circlesAmong, importsOf, namesInTwoFiles, ownFile } from '#test/house-rules.ts'

/**
 * Reports the size and structure of the project: `npm run count`, or `npm run count -- FOLDER` for another
 * checkout; with `--list` also names. Code excludes tests, styles and SQL.
 */
const [folder = '.'] = process.argv.slice(2).filter((argument) => argument !== '--list')
const root = path.resolve(folder)

const files = globSync('{src,sandbox,test,scripts,bench,demo}/**/*.{ts,tsx,mjs}', { cwd: root })
const sources = Object.fromEntries(
  files.toSorted().map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)
const isTest = (file: string) => /\.(test|e2e)\.ts$/.test(file) || file.startsWith('test/')
const isSandbox = (file: string) => /^(src\/)?sandbox\//.test(file)

const product = files.filter((file) => file.startsWith('src/') && !isTest(file) && !isSandbox(file))
const sandbox = files.filter((file) => isSandbox(file) && !isTest(file))

report('the product (src)', product)
report('the stand-ins (sandbox)', sandbox)
report('tests and their helpers', files.filter(isTest))
report(
  'scripts, bench, demo',
  files.filter((file) => /^(scripts|bench|demo)\//.test(file)),
)

const readers = readersOf([...product, ...sandbox])
const lonely = [...readers].filter(([, by]) => by.length === 1).map(([file]) => file)
const beside = lonely.filter(
  (file) => path.dirname(readers.get(file)?.[0] ?? '') === path.dirname(file),
)
const short = beside.filter((file) => linesOf(file) < 40)
console.log(`
files with one reader                 ${lonely.length}
  of them under 40 lines, beside it   ${short.length}
exported names in two files of src    ${namesInTwoFiles(pick(product)).length}
circles of files at run time          ${circlesAmong(sources, { withTypes: false }).length}
circles of files, types included      ${circlesAmong(sources).length}`)
if (process.argv.includes('--list')) {
  console.log(`\n${namesInTwoFiles(pick(product)).join('\n')}\n\n${short.join('\n')}`)
}

function report(what: string, of: string[]) {
  const lines = of.map(linesOf).toSorted(byNumber)
  const folders = [...Map.groupBy(of, path.posix.dirname)].map(([folder, inside]) => ({
    folder,
    count: inside.length,
  }))
  const counts = folders.map(({ count }) => count).toSorted(byNumber)
  const biggest = folders.toSorted((a, b) => b.count - a.count)[0]
  console.log(
    `\n${what}\n  ${of.length} files, ${lines.reduce((a, b) => a + b, 0)} lines; a file has ${median(lines)} (median), ${at(lines, 0.9)} (nine of ten), ${lines.at(-1)} at most`,
  )
  console.log(
    `  ${folders.length} folders; a folder has ${median(counts)} files (median), ${biggest?.count} at most (${biggest?.folder})`,
  )
}

function readersOf(of: string[]): Map<string, string[]> {
  const readers = new Map(of.map((file) => [file, [] as string[]]))
  for (const file of of) {
    const targets = importsOf(sources[file] ?? '').flatMap(
      ({ specifier }) => ownFile(file, specifier) ?? [],
    )
    for (const target of new Set(targets)) readers.get(target)?.push(file)
  }
  return readers
}

function pick(of: string[]) {
  return Object.fromEntries(of.map((file) => [file, sources[file] ?? '']))
}

function linesOf(file: string): number {
  return (sources[file] ?? '').trimEnd().split('\n').length
}

function byNumber(a: number, b: number): number {
  return a - b
}

function median(sorted: number[]): number {
  return at(sorted, 0.5)
}

function at(sorted: number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0
}

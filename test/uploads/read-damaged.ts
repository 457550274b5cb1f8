import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readSheetBytes, refusalReason } from '#app/deals/server/sheets/reading.ts'

// Runs in its own process: reads the damaged sheets of a folder (`00000.xls` and on) from an index on,
// and prints the outcome of each. The parent process sees which one it died of.
const [folder = '', first = '0'] = process.argv.slice(2)
const files = readdirSync(folder).toSorted()
// The library's warnings about damaged files are not part of the outcome.
console.error = () => {}
for (const file of files.slice(Number(first))) {
  const format = path.extname(file).slice(1) as 'csv' | 'xlsx' | 'xls'
  let outcome = 'read'
  try {
    const { rows } = await readSheetBytes(format, readFileSync(path.join(folder, file)))
    JSON.stringify(rows)
  } catch (error) {
    outcome = refusalReason(error)
  }
  process.stdout.write(`${outcome}\n`)
}

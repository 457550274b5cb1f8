import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readSheetBytes, refusalReason } from '#app/deals/server/sheets/reading.ts'

// A program of its own: reads the damaged sheets of a folder, `00000.xls` and on, from one of them on,
// and prints of each what became of it. Whoever started it sees which one it died of.
const [folder = '', first = '0'] = process.argv.slice(2)
const files = readdirSync(folder).toSorted()
// What the library remarks on damaged files is not what is asked for.
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

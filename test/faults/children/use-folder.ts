import { openEmbedded } from '#app/db/embedded.ts'
import { migrate } from '#app/db/migrate.ts'

// A process of its own with the embedded database in a folder: writes one row after another and
// prints the id of each once the database has acknowledged it, until it is killed.
const [dataDir = '', prefix = ''] = process.argv.slice(2)
const { db } = await openEmbedded(dataDir)
await migrate(db)

for (let count = 0; ; count += 1) {
  const id = `${prefix}-${count}`
  await db.insertInto('brands').values({ id, name: id, nameKey: id }).execute()
  process.stdout.write(`${id}\n`)
}

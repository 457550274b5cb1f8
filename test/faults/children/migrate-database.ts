import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'

// A process that starts: brings the schema of the database at this address up to date.
const { work, close } = await openDatabase({ url: process.argv[2] ?? '', dataDir: '' })
console.log(JSON.stringify(await migrate(work)))
await close()

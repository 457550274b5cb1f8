import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'

// A process that migrates the schema of the database at this address, as at startup.
const { work, close } = await openDatabase({ url: process.argv[2] ?? '', dataDir: '' })
console.log(JSON.stringify(await migrate(work)))
await close()

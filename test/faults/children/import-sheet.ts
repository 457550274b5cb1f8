import { openDatabase } from '#app/db/open-database.ts'
import { importDeals } from '#app/deals/server/import/import.ts'
import { createStorage } from '#app/server/storage/create-storage.ts'
import { makeCsv } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS } from '#test/sheets/use-imports.ts'

// Imports a long sheet in its own process, and prints how many of its deals are written but not yet
// committed.
const [dataDir = '', url = '', count = ''] = process.argv.slice(2)
const { db, close } = await openDatabase({ url: url || undefined, dataDir })
const storage = await createStorage({ cdnUrl: undefined, s3: undefined }, dataDir)
const rows = Array.from({ length: Number(count) }, (_, index) => coat(index))
await importDeals(
  { db, storage, now: () => new Date() },
  {
    fileName: 'deals.csv',
    bytes: makeCsv([HEADINGS, ...rows]),
    isDryRun: false,
    record: { actorName: 'Ann', onWrite: async () => {} },
    onProgress: ({ stage, done }) => process.stdout.write(`${stage} ${done}\n`),
  },
)
await close()
process.stdout.write('done\n')

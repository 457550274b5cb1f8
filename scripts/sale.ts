// Sets, shows or ends the sale: npm run sale -- 67 2026-11-27 2026-11-30

import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { createSales, readSaleCommand } from '#app/membership/server/plans/sales.ts'
import { readConfig } from '#app/server/config/config.ts'
import { nameDatabase } from './command-database.ts'

const USAGE = `Usage: npm run sale -- <dollars for the first year> <first day> <last day>
       npm run sale -- off
       npm run sale

Days are calendar days in Toronto, written 2026-11-27; both are part of the sale.
Reads DATABASE_URL and DATA_DIR as the server does.`

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  // For the person at the terminal: what to do, not where in our code it was noticed.
  console.error(error instanceof Error ? error.message : error)
  return 1
})

async function run(words: string[]): Promise<number> {
  const command = readSaleCommand(words)
  if (typeof command === 'string') {
    console.error(`${command}\n\n${USAGE}`)
    return 2
  }
  const config = readConfig(process.env)
  const database = await openDatabase({
    url: await nameDatabase(config),
    dataDir: config.dataDir,
  })
  try {
    await migrate(database.db)
    const sales = createSales({ db: database.db, now: () => new Date() })
    if (command.change === 'end') await sales.end()
    if (command.change === 'set') await sales.set(command.sale)
    const sale = await sales.next()
    console.log(
      sale
        ? `The first year costs $${(sale.priceCents / 100).toFixed(2)} from ${sale.firstDay} to ${sale.lastDay}.`
        : 'There is no sale.',
    )
    return 0
  } finally {
    await database.close()
  }
}

// Sets, shows or ends the sale: npm run sale -- 67 2026-11-27 2026-11-30

import { migrate } from '#app/db/migrate.ts'
import { createSales, readSaleCommand } from '#app/membership/server/plans/sales.ts'
import { readConfig } from '#app/server/config/config.ts'
import { nameDatabase, openClub } from './command-database.ts'
import { Mistyped, runCommand } from './command-progress.ts'

const USAGE = `Usage: npm run sale -- <dollars for the first year> <first day> <last day>
       npm run sale -- off
       npm run sale

Days are calendar days in Toronto, written 2026-11-27; both are part of the sale.
Reads DATABASE_URL and DATA_DIR as the server does.`

await runCommand(USAGE, async () => {
  const command = readSaleCommand(process.argv.slice(2))
  if (typeof command === 'string') throw new Mistyped(command)
  const config = readConfig(process.env)
  const database = await openClub({ url: await nameDatabase(config), dataDir: config.dataDir })
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
})

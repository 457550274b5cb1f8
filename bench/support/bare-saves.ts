import { openDatabase } from '#app/db/open-database.ts'
import { readConfig } from '#app/server/config/config.ts'
import { createHttp } from '#app/server/http/http.ts'
import { createLog } from '#app/server/log.ts'

// Our bare HTTP server with one route that inserts a saved deal, without any checks.
const [port, dataDir = '', url] = process.argv.slice(2)
const { db } = await openDatabase({ url, dataDir })
const http = await createHttp(readConfig({}), createLog({ log: { level: 'warn' } }))

http.post('/', { config: { access: 'machine' } }, async (request) => {
  const { userId, dealId } = request.body as { userId: string; dealId: string }
  const row = { userId, dealId, savedAt: new Date(), salePriceCents: 100 }
  await db.insertInto('savedDeals').values(row).execute()
  return { isSaved: true }
})
await http.listen({ port: Number(port), host: '127.0.0.1' })
console.log('listening')
process.on('SIGTERM', () => process.exit(0))

import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { readConfig } from '#app/server/config/config.ts'
import { createHttp } from '#app/server/http/http.ts'
import { createLog } from '#app/server/log.ts'

// Our bare HTTP server with one route that stores an event and does nothing else.
const [port, dataDir = '', url] = process.argv.slice(2)
const { db } = await openDatabase({ url, dataDir })
await migrate(db)
const http = await createHttp(readConfig({}), createLog({ log: { level: 'warn' } }))

type Event = { id: string; type: string; created: number; data: { object: { id: string } } }

http.post('/', { config: { access: 'machine' } }, async (request) => {
  const { id, type, created, data } = request.body as Event
  await db
    .insertInto('webhookEvents')
    .values({ id, type, objectId: data.object.id, createdAt: new Date(created * 1000) })
    .execute()
  return { received: true }
})
await http.listen({ port: Number(port), host: '127.0.0.1' })
console.log('listening')
process.on('SIGTERM', () => process.exit(0))

// Lists the mails that came back from a backup, sends or drops them: npm run held-mails -- release all
import { isInUse } from '#app/db/embedded.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { queues } from '#app/queues.ts'
import { askRunningServer } from '#app/server/backup/operator-socket.ts'
import { readConfig } from '#app/server/config/config.ts'
import { createJobs } from '#app/server/jobs.ts'
import { createLog } from '#app/server/log.ts'
import { decideHeldMails, type HeldMailsWish } from '#app/server/mail/held.ts'
import { nameDatabase } from './command-database.ts'
import { Mistyped, runCommand } from './command-progress.ts'

const USAGE = `Usage: npm run held-mails
       npm run held-mails -- release <id ...> | all
       npm run held-mails -- drop <id ...> | all

Mails that waited in a backup may have been sent after it: after a restore they are held until somebody
says whether they go out now or not at all. Reads DATABASE_URL and DATA_DIR as the server does.`

await runCommand(USAGE, async () => {
  const wish = readWish(process.argv.slice(2))
  const { held, ended } = await decide(wish)
  if (wish.action !== 'list') {
    console.log(`${ended} ${wish.action === 'release' ? 'go out now' : 'are dropped'}.`)
  }
  if (held.length === 0) console.log('No mail is held.')
  for (const { id, template, recipient, createdAt } of held) {
    console.log(`${id}  ${new Date(createdAt).toISOString()}  ${template}  ${recipient}`)
  }
  return 0
})

function readWish([action, ...ids]: string[]): HeldMailsWish {
  if (action === undefined) return { action: 'list' }
  if (action !== 'release' && action !== 'drop') {
    throw new Mistyped(`Mails are released or dropped; ${action} is neither.`)
  }
  if (ids.length === 0) throw new Mistyped(`Say which: ids of mails, or all.`)
  return { action, ids: ids.includes('all') ? undefined : ids }
}

type Answer = Awaited<ReturnType<typeof decideHeldMails>>

async function decide(wish: HeldMailsWish): Promise<Answer> {
  const config = readConfig(process.env)
  const url = await nameDatabase(config)
  if (!url && isInUse(config.dataDir)) {
    const asked = await askRunningServer(config.dataDir, 'held-mails', wish)
    if (asked) return asked.answer as Answer
  }
  const database = await openDatabase({
    url,
    dataDir: config.dataDir,
    isPatient: true,
  })
  try {
    await migrate(database.db)
    const jobs = await createJobs(database, queues, createLog(config))
    try {
      return await decideHeldMails({ db: database.db, jobs, now: () => new Date() }, wish)
    } finally {
      await jobs.close()
    }
  } finally {
    await database.close()
  }
}

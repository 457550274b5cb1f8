// Lists, sends or drops the mails held after a restore: npm run held-mails -- release all
import { isInUse } from '#app/db/embedded.ts'
import { migrate } from '#app/db/migrate.ts'
import { queues } from '#app/queues.ts'
import { askRunningServer } from '#app/server/backup/operator-socket.ts'
import { readConfig } from '#app/server/config/config.ts'
import { createJobs } from '#app/server/jobs/jobs.ts'
import { createLog } from '#app/server/log.ts'
import { decideHeldMails, type HeldMailsWish } from '#app/server/mail/held.ts'
import { countOf, wordFor } from '#app/shared/counts.ts'
import { nameDatabase, openClub } from './command-database.ts'
import { Mistyped, runCommand } from './command-progress.ts'

const USAGE = `Usage: npm run held-mails
       npm run held-mails -- release <id ...> | all
       npm run held-mails -- drop <id ...> | all

Mails that waited in a backup may have been sent after it: after a restore they are held until somebody
says whether they go out now or not at all. Reads DATABASE_URL and DATA_DIR as the server does.`

/** The outcome in words, for one mail and for several. */
const BECOMES = {
  release: ['goes out now', 'go out now'],
  drop: ['is dropped', 'are dropped'],
} as const

await runCommand(USAGE, async () => {
  const wish = readWish(process.argv.slice(2))
  await withClub(async (decide) => {
    await requireHeld(decide, wish)
    const { held, ended } = await decide(wish)
    if (wish.action !== 'list') {
      const [one, several] = BECOMES[wish.action]
      console.log(`${countOf(ended, 'mail')} ${wordFor(ended, one, several)}.`)
    }
    if (held.length === 0) console.log('No mail is held.')
    for (const { id, template, recipient, createdAt } of held) {
      console.log(`${id}  ${new Date(createdAt).toISOString()}  ${template}  ${recipient}`)
    }
  })
  return 0
})

function readWish([action, ...ids]: string[]): HeldMailsWish {
  if (action === undefined) return { action: 'list' }
  if (action !== 'release' && action !== 'drop') {
    throw new Mistyped(`Mails are released or dropped; ${action} is neither.`)
  }
  if (ids.length === 0) throw new Mistyped('Say which: ids of mails, or all.')
  return { action, ids: ids.includes('all') ? undefined : ids }
}

type Answer = Awaited<ReturnType<typeof decideHeldMails>>
type Decide = (wish: HeldMailsWish) => Promise<Answer>

/** Checks all ids before anything is done, so that a misspelt one does not leave the others half handled. */
async function requireHeld(decide: Decide, wish: HeldMailsWish): Promise<void> {
  if (wish.action === 'list' || !wish.ids) return
  const { held } = await decide({ action: 'list' })
  const known = new Set(held.map(({ id }) => id))
  const unknown = wish.ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  throw new Error(
    `${unknown.join(', ')}: no such mail is held, so nothing was done. npm run held-mails lists them.`,
  )
}

/** Asks the running server if it alone can open the database. */
async function withClub(work: (decide: Decide) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const url = await nameDatabase(config)
  if (!url && isInUse(config.dataDir)) {
    const asked = await askRunningServer(config.dataDir, 'held-mails', { action: 'list' })
    if (asked) return work((wish) => askServer(config.dataDir, wish))
  }
  const database = await openClub({ url, dataDir: config.dataDir })
  try {
    await migrate(database.db)
    const jobs = await createJobs(database, queues, createLog(config))
    try {
      const ctx = { db: database.db, jobs, now: () => new Date() }
      await work((wish) => decideHeldMails(ctx, wish))
    } finally {
      await jobs.close()
    }
  } finally {
    await database.close()
  }
}

async function askServer(dataDir: string, wish: HeldMailsWish): Promise<Answer> {
  const asked = await askRunningServer(dataDir, 'held-mails', wish)
  if (!asked) throw new Error('The server has ended meanwhile.')
  return asked.answer as Answer
}

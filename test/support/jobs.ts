import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { openJobStore } from '#app/db/job-store.ts'
import { queues } from '#app/queues.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queues } from '#app/server/jobs/job-workers.ts'
import { workJob } from '#app/server/jobs/job-workers.ts'
import { createJobs } from '#app/server/jobs/jobs.ts'

type Options = {
  /** Also runs jobs that are scheduled for later or wait for a retry. */
  everything?: boolean
  /** Queues in place of the product's own. */
  queues?: Queues
}

/**
 * Runs the jobs that are due by the app's own clock, and those that follow from them, each once. Returns how
 * many ran and how many failed.
 */
export async function runJobs(
  ctx: AppContext,
  { everything = false, queues: worked = queues }: Options = {},
): Promise<{ worked: number; failed: number }> {
  const store = openJobStore({ db: ctx.db }, { migrate: false })
  store.on('error', (error) => ctx.log.error({ err: error }, 'the job queue does not answer'))
  await store.start()
  const done: string[] = []
  let failed = 0
  for (;;) {
    // The store goes by the database's clock, so jobs that are due by the app's are marked with a priority.
    const { rows } = await sql<{ name: string }>`
      update pgboss.job set priority = 1
      where state < 'active' and not (id = any(${done}::uuid[]))
        and name = any(${Object.keys(worked)}) and (${everything} or start_after <= ${ctx.now()})
      returning name
    `.execute(ctx.db)
    const fetched = done.length
    for (const name of new Set(rows.map((row) => row.name))) {
      const options = { batchSize: 1000, minPriority: 1, ignoreStartAfter: true }
      for (const { id, data } of await store.fetch<object>(name, options)) {
        done.push(id)
        if (await workJob(ctx, worked, { id, name, data })) await store.complete(name, id)
        else {
          failed += 1
          await store.fail(name, id)
        }
      }
    }
    await sql`update pgboss.job set priority = 0 where id = any(${done}::uuid[])`.execute(ctx.db)
    if (done.length === fetched) break
  }
  await store.stop({ close: false, graceful: false })
  return { worked: done.length, failed }
}

/** Returns every mail in the app's outbox, in the order of sending. */
export async function readOutbox({ config }: Pick<AppContext, 'config'>): Promise<Email[]> {
  const folder = path.join(config.dataDir, 'outbox')
  const files = await readdir(folder).catch(() => [])
  const mails = files.filter((file) => file.endsWith('.eml')).toSorted()
  return Promise.all(
    mails.map(async (file) => PostalMime.parse(await readFile(path.join(folder, file)))),
  )
}

/** Opens a queue that records its jobs. A job fails as often as its `failures` says. */
export async function openNotingQueue(
  ctx: AppContext,
  name: string,
  more: Partial<Queues[string]> = {},
) {
  const done: unknown[] = []
  const tried: unknown[] = []
  const queues: Queues = {
    [name]: {
      ...more,
      work: async (_ctx, { what, failures = 0 }: { what: unknown; failures?: number }) => {
        tried.push(what)
        if (tried.filter((each) => each === what).length <= failures) throw new Error('not yet')
        done.push(what)
      },
    },
  }
  const jobs = await createJobs(ctx, queues, ctx.log)
  const send = (data: object, options?: Parameters<typeof jobs.send>[3]) =>
    ctx.db.transaction().execute((trx) => jobs.send(trx, name, data, options))
  return { queues, jobs, send, done, tried }
}

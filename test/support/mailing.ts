import { afterEach, beforeAll } from 'vitest'
import { newId } from '#app/server/ids.ts'
import type { Queues } from '#app/server/jobs/job-workers.ts'
import { mailQueue, mailSweepQueue } from '#app/server/mail/delivery.ts'
import { type Letter, type PrepareMail, queueMail } from '#app/server/mail/mail.ts'
import { runJobs } from './jobs.ts'
import { createMailServer, type MailServer } from './mail-server.ts'
import { useTestApp } from './test-app.ts'

export const letter = (words: Partial<Letter> = {}): Letter => ({
  subject: 'A receipt',
  preview: 'Paid.',
  reason: 'You get this mail because you paid.',
  blocks: [
    { kind: 'title', text: 'Thank you' },
    { kind: 'button', label: 'Open my account', path: '/account' },
  ],
  ...words,
})

/** Mail queues whose only template is written by `prepare`. */
export const writing = (prepare: PrepareMail): Queues => ({
  mail: mailQueue({ test: prepare }),
  'mail-sweep': mailSweepQueue,
})
export const writesLetter = writing(async () => letter())

type Draft = { key?: string; to?: string; sendAfter?: Date }

/** An app and its mail server, which is stopped until a test starts it. */
export function useMailing() {
  const server = {} as MailServer
  const environment = { PUBLIC_URL: 'https://club.example' }
  beforeAll(async () => {
    Object.assign(server, await createMailServer())
    Object.assign(environment, { SMTP_URL: server.url })
  })
  const app = useTestApp({ environment })
  afterEach(async () => {
    await server.stop()
    server.setMood('takes')
    server.received.length = 0
    server.recipients.length = 0
    app.setNow(undefined)
  })

  return {
    app,
    server,
    /** Queues a mail in a transaction of its own; returns its key. */
    async promise({ key = newId(), to = 'ann@people.test', ...more }: Draft = {}) {
      await app.db
        .transaction()
        .execute((trx) => queueMail(trx, app.ctx, { key, template: 'test', to, ...more }))
      return key
    },
    rowOf: (key: string) =>
      app.db.selectFrom('mails').selectAll().where('key', '=', key).executeTakeFirstOrThrow(),
    /** Runs jobs until none fails; throws when a mail still fails after five runs. */
    async untilDelivered(worked: Queues) {
      for (let tries = 0; tries < 5; tries += 1) {
        const { failed } = await runJobs(app.ctx, { queues: worked, everything: true })
        if (failed === 0) return
      }
      throw new Error('Some mail never gets through.')
    },
  }
}

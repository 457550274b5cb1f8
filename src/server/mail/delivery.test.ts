import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { queues } from '#app/queues.ts'
import { startWorkers } from '#app/server/jobs/job-workers.ts'
import { runJobs } from '#test/support/jobs.ts'
import { useMailing, writesLetter, writing } from '#test/support/mailing.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { queueMail, queueMailDelivery } from './mail.ts'

const { app, server, promise, rowOf, untilDelivered } = useMailing()

describe('a mail', () => {
  test('goes out once to the address it was promised to, in both forms', async () => {
    await server.start()
    const key = await promise()
    await runJobs(app.ctx, { queues: writesLetter })
    await runJobs(app.ctx, { queues: writesLetter, everything: true })

    expect(server.received).toHaveLength(1)
    const [mail] = server.received
    expect(mail).toMatchObject({
      subject: 'A receipt',
      from: { address: 'support@nouveaudesigner.club', name: 'Nouveau Designer Club' },
      to: [{ address: 'ann@people.test' }],
    })
    expect(mail?.text).toContain('https://club.example/account')
    expect(mail?.html).toContain('href="https://club.example/account"')
    expect(mail?.messageId).toBe(`<${(await rowOf(key)).id}@club.example>`)
    expect(await rowOf(key)).toMatchObject({ state: 'sent', attempts: 1, lastError: null })
  })

  test('that is sent is not sent again where it is promised once more', async () => {
    await server.start()
    const { id, sendAfter } = await rowOf(await promise())
    // As the hourly job does with a mail whose own job seems lost, while it waits.
    for (const again of [false, true]) {
      await app.db
        .transaction()
        .execute((trx) => queueMailDelivery(trx, app.ctx, { id, sendAfter }))
      await runJobs(app.ctx, { queues: writesLetter, everything: again })
    }
    expect(server.received).toHaveLength(1)
  })

  test('is promised once for each key', async () => {
    await server.start()
    const key = await promise()
    await promise({ key, to: 'someone-else@people.test' })
    await untilDelivered(writesLetter)
    expect(server.received.map((mail) => mail.to?.[0]?.address)).toEqual(['ann@people.test'])
  })

  test('of a change that was rolled back does not exist', async () => {
    await server.start()
    const change = app.db.transaction().execute(async (trx) => {
      await queueMail(trx, app.ctx, { key: 'taken-back', template: 'test', to: 'ann@people.test' })
      throw new Error('taken back')
    })
    await expect(change).rejects.toThrow('taken back')
    await runJobs(app.ctx, { queues: writesLetter, everything: true })
    expect(server.received).toEqual([])
  })

  test('for later is not sent before its time', async () => {
    await server.start()
    const now = new Date('2026-03-02T17:00:00Z')
    app.setNow(now)
    await promise({ sendAfter: new Date(now.getTime() + 15 * 60_000) })
    await runJobs(app.ctx, { queues: writesLetter })
    expect(server.received).toEqual([])
    app.setNow(new Date(now.getTime() + 15 * 60_000))
    await runJobs(app.ctx, { queues: writesLetter })
    expect(server.received).toHaveLength(1)
  })

  test('that has become pointless is dropped', async () => {
    await server.start()
    const key = await promise()
    await untilDelivered(writing(async () => undefined))
    expect(server.received).toEqual([])
    expect(await rowOf(key)).toMatchObject({ state: 'dropped' })
  })

  test('is sent once by many workers', async () => {
    await server.start()
    const other = await app.another({ environment: { SMTP_URL: server.url } })
    const keys = await Promise.all(Array.from({ length: 30 }, () => promise()))
    const workers = await Promise.all(
      [app, other].map(({ ctx }) => startWorkers(ctx, ctx, writesLetter, { pollSeconds: 0.5 })),
    )
    const isSent = async () => (await Promise.all(keys.map(rowOf))).every((row) => row.finishedAt)
    await expect.poll(isSent).toBe(true)
    await Promise.all(workers.map((each) => each.stop()))
    expect(new Set(server.received.map((mail) => mail.messageId)).size).toBe(30)
    expect(server.received).toHaveLength(30)
    await other.close()
  })
})

test('without a mail server, mail is put in the outbox as files that mail programs read', async () => {
  const offline = await createTestApp()
  await offline.db.transaction().execute((trx) =>
    queueMail(trx, offline.ctx, {
      key: 'a',
      template: 'password-changed',
      to: 'ann@people.test',
    }),
  )
  await runJobs(offline.ctx, { queues })
  const folder = path.join(offline.ctx.config.dataDir, 'outbox')
  const files = readdirSync(folder)
  expect(files).toHaveLength(1)
  expect(files[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z_[\w-]{12}\.eml$/)
  const mail = await PostalMime.parse(readFileSync(path.join(folder, files[0] ?? '')))
  expect(mail).toMatchObject({
    subject: 'Your password was changed',
    to: [{ address: 'ann@people.test' }],
  })
  expect(mail.html).toContain('Nouveau')
  expect(mail.text).toContain('/forgot-password')
  await offline.close()
})

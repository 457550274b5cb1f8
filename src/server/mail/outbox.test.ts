import fs, { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runJobs } from '#test/support/jobs.ts'
import { letter, writing } from '#test/support/mailing.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { queueMail } from './mail.ts'

const app = useTestApp()
const queues = writing(async () => letter())
afterEach(() => {
  vi.restoreAllMocks()
})

test('a mail that finds no room leaves no part of a file, and is there once there is room', async () => {
  const mail = { key: 'full', template: 'test', to: 'ann@people.test' }
  await app.db.transaction().execute((trx) => queueMail(trx, app.ctx, mail))
  const { writeFile } = fs
  vi.spyOn(fs, 'writeFile').mockImplementationOnce(async (file, bytes) => {
    await writeFile(file, (bytes as Buffer).subarray(0, 5))
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  expect(await runJobs(app.ctx, { queues, everything: true })).toEqual({ worked: 1, failed: 1 })
  const outbox = path.join(app.ctx.config.dataDir, 'outbox')
  expect(await readdir(outbox)).toEqual([])
  await runJobs(app.ctx, { queues, everything: true })
  expect(await readdir(outbox)).toEqual([expect.stringMatching(/\.eml$/)])
})

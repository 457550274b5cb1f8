import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openNotingQueue, runJobs } from '#test/support/jobs.ts'
import { useTestApp } from '#test/support/test-app.ts'

let ask: (data: object) => Promise<void> = async () => {}

const app = useTestApp({
  extend: (http) => {
    http.post('/api/ask', { config: { access: 'everyone' } }, async (request) => {
      await delay(1)
      await ask({ what: 'work', failures: 1 })
      app.ctx.log.info({}, 'asked')
      return { id: request.id }
    })
  },
})
const linesOf = (words: string) =>
  app.logLines.filter((line) => line.includes(words)).map((line) => JSON.parse(line))

const opened: Array<{ close: () => Promise<void> }> = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

test('a line names the request it is about, and of a failed job the job and who asked for it', async () => {
  const { queues, send, done, jobs } = await openNotingQueue(app.ctx, 'asked-for')
  opened.push(jobs)
  ask = send
  const asked = await Promise.all(
    ['a', 'b'].map((name) => app.inject({ method: 'POST', url: '/api/ask', payload: { name } })),
  )
  const ids = asked.map((answer) => answer.json().id)
  expect(linesOf('"asked"').map(({ reqId }) => reqId)).toEqual(ids)

  await runJobs(app.ctx, { queues, everything: true })
  const [failed] = linesOf('a job failed')
  expect(failed).toMatchObject({
    level: 'error',
    queue: 'asked-for',
    job: expect.stringMatching(/^[\da-f-]{36}$/),
    err: { message: 'not yet' },
  })
  expect(ids).toContain(failed.reqId)
  await runJobs(app.ctx, { queues, everything: true })
  expect(done).toEqual(['work', 'work'])
})

test('what the job queue says of its failures is readable', () => {
  const error = new Error('the line was cut')
  // As the queue passes it on: an object with the fields of an error, which is no Error.
  const told = { ...error, message: error.message, stack: error.stack, queue: 'mail', worker: 'w' }
  app.ctx.log.warn({ err: told }, 'the job queue does not answer')
  const [line] = linesOf('the job queue does not answer')
  expect(line.err).toMatchObject({ message: 'the line was cut', queue: 'mail' })
  expect(JSON.stringify(line)).not.toContain('[object')
})

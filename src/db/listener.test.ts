import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServerDatabase } from '#test/support/databases/test-database.ts'
import { createListener, type Listener } from './listener.ts'

let listener: Listener
let url: string
let refused: unknown[]
beforeEach(async () => {
  url = await createServerDatabase()
  refused = []
  listener = createListener(url, (error) => refused.push(error))
  await listener.listen(
    'deals',
    () => {},
    () => {},
  )
})
afterEach(() => listener.close())

const ask = (text: string, answerMs = 3000) => listener.ask({ text, query_timeout: answerMs })

/** The warnings of the library during `work`; it emits each warning once. */
async function warningsDuring(work: () => Promise<void>): Promise<string[]> {
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  await work()
  // Warnings are emitted a little later.
  await delay(10)
  process.off('warning', note)
  return warnings
}

test('who is given no answer in time keeps nobody from being asked, and the library is left with none that wait', async () => {
  const warnings = await warningsDuring(async () => {
    const late = [ask('select pg_sleep(0.5)', 100), ask('select 1', 200), ask('select 1', 300)]
    for (const each of late) await expect(each).rejects.toThrow('timeout')
    expect((await ask('select 2 as n'))?.rows).toEqual([{ n: 2 }])
  })
  expect(warnings).toEqual([])
})

test('many who ask at once are all answered, one after the other', async () => {
  const warnings = await warningsDuring(async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((n) => ask(`select ${n} as n`)))
    expect(answers.map((answer) => answer?.rows)).toEqual([1, 2, 3, 4].map((n) => [{ n }]))
  })
  expect(warnings).toEqual([])
})

test('who asks behind somebody slow waits for no longer than they would, and the line goes on', async () => {
  const slow = ask('select pg_sleep(1)')
  const began = performance.now()
  await expect(ask('select 1', 100)).rejects.toThrow('timeout')
  expect(performance.now() - began).toBeLessThan(900)
  const later = ask('select 2 as n')
  await slow
  expect((await later)?.rows).toEqual([{ n: 2 }])
})

test('while the line cannot be opened again it is told why, each time', async () => {
  const { pathname } = new URL(url)
  const name = pg.escapeIdentifier(pathname.slice(1))
  const admin = new pg.Client({
    connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href,
  })
  await admin.connect()
  try {
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      pathname.slice(1),
    ])
    await vi.waitFor(() => expect(refused.length).toBeGreaterThan(1), { timeout: 20_000 })
    expect(refused[0]).toMatchObject({ code: '55000' })
    await admin.query(`alter database ${name} allow_connections true`)
    await vi.waitFor(async () => expect((await ask('select 1 as n'))?.rows).toEqual([{ n: 1 }]), {
      timeout: 20_000,
    })
  } finally {
    await admin.end()
  }
})

import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giveUpAtOnceWhileAway } from './give-up-at-once.ts'

const NOT_OPEN = 'Connection terminated due to connection timeout'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A pool whose server answers as `outcome` says, and the mock that counts its connection attempts. */
function poolOf(outcome: { error?: string }, idleCount = 0) {
  const connect = vi.fn(async () => {
    if (outcome.error) throw new Error(outcome.error)
    return { release: () => {} } as pg.PoolClient
  })
  const pool = { connect, idleCount } as unknown as pg.Pool
  return { pool, connect, away: giveUpAtOnceWhileAway(pool) }
}

test('after a server has let somebody wait in vain nobody waits for it for a second', async () => {
  const outcome: { error?: string } = { error: NOT_OPEN }
  const { pool, connect } = poolOf(outcome)
  await expect(pool.connect()).rejects.toThrow(NOT_OPEN)
  await expect(pool.connect()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  const told = vi.fn()
  pool.connect(told)
  await vi.advanceTimersByTimeAsync(999)
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ code: 'ETIMEDOUT' }))
  expect(connect).toHaveBeenCalledTimes(1)

  outcome.error = ''
  await vi.advanceTimersByTimeAsync(1)
  await expect(pool.connect()).resolves.toBeDefined()
  expect(connect).toHaveBeenCalledTimes(2)
})

test('but connections that are open are used: it may only be slow', async () => {
  const { pool, connect } = poolOf({ error: NOT_OPEN }, 1)
  await expect(pool.connect()).rejects.toThrow(NOT_OPEN)
  await expect(pool.connect()).rejects.toThrow(NOT_OPEN)
  expect(connect).toHaveBeenCalledTimes(2)
})

test('not so after one of them has fallen silent', async () => {
  const { pool, away } = poolOf({}, 1)
  away.noteSilence()
  await expect(pool.connect()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('nobody is kept from asking after one has refused, nor where all connections were in use', async () => {
  for (const error of ['connect ECONNREFUSED', 'timeout exceeded when trying to connect']) {
    const { pool, connect } = poolOf({ error })
    await expect(pool.connect()).rejects.toThrow(error)
    await expect(pool.connect()).rejects.toThrow(error)
    expect(connect).toHaveBeenCalledTimes(2)
  }
})

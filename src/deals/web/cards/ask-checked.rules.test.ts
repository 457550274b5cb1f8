import { afterEach, expect, test, vi } from 'vitest'
import { MOST_CHECKED } from '#app/deals/prices/prices.facts.ts'
import { askTogether } from './ask-checked.ts'

afterEach(() => vi.unstubAllGlobals())

test('what many cards ask at once is few calls, each of as many deals as one may be of, and all are told', async () => {
  const asked: string[][] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const ids = (new URL(address, 'http://club.test').searchParams.get('ids') ?? '').split(',')
    asked.push(ids)
    const checked = Object.fromEntries(ids.map((id) => [id, `seen ${id}`]))
    return Response.json({ checked, areChecksPaused: false })
  })
  const ids = Array.from({ length: MOST_CHECKED + 5 }, (_, n) => `deal-${n}`)
  const told = new Map<string, string | null>()
  for (const id of ids) void askTogether(id).then(({ at }) => told.set(id, at))
  await expect.poll(() => told.size, { timeout: 5000 }).toBe(ids.length)
  expect([...told]).toEqual(ids.map((id) => [id, `seen ${id}`]))
  expect(asked.map(({ length }) => length)).toEqual([MOST_CHECKED, 5])
})

test('a deal that is on two cards is asked for once, and where it fails both hear of it', async () => {
  const addresses: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address)
    return new Response('{}', { status: 500 })
  })
  const both = await Promise.allSettled([askTogether('a'), askTogether('a')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(addresses).toEqual(['/api/deals/checked?ids=a'])
})

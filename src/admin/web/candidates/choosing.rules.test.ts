import { expect, test } from 'vitest'
import type { Candidate } from '#app/product-feeds/product-feeds.contract.ts'
import { chosenNow } from './choosing.rules.ts'

const known = { dealId: 'd', name: 'Coat', by: 'link', isLive: true } as const
const pool: Array<Pick<Candidate, 'id' | 'known'>> = [1, 2, 3, 4, 5].map((id) => ({
  id,
  known: id === 3 ? known : id === 4 ? { ...known, by: 'gtin' } : null,
}))

test.each<[string, Parameters<typeof chosenNow>[1], number[]]>([
  ['one', { before: new Set(), id: 2, isChosen: true, from: undefined }, [2]],
  ['one more', { before: new Set([1]), id: 2, isChosen: true, from: undefined }, [1, 2]],
  ['one less', { before: new Set([1, 2]), id: 2, isChosen: false, from: undefined }, [1]],
  [
    'all down to it, but a deal',
    { before: new Set([2]), id: 5, isChosen: true, from: 2 },
    [2, 4, 5],
  ],
  ['all up to it', { before: new Set([5]), id: 4, isChosen: true, from: 5 }, [4, 5]],
  ['none up to it', { before: new Set([1, 2, 4]), id: 1, isChosen: false, from: 2 }, [4]],
  ['it alone, where the last has gone', { before: new Set(), id: 2, isChosen: true, from: 9 }, [2]],
])('a press chooses %s', (_, press, now) => {
  expect([...chosenNow(pool, press)].toSorted()).toEqual(now)
})

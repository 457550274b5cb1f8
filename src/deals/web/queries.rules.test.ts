import { expect, test } from 'vitest'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { createApi } from '#app/web/api/api.ts'
import { createQueryClient } from '#app/web/api/query-client.ts'
import { feedPageAtHand, feedQuery, isFeedPageAtHand } from './queries.ts'

test('a page of the feed is at hand until the list has changed, and no other is', async () => {
  const client = createQueryClient(createApi(async () => new Response('{}')))
  const page = { deals: [] } as unknown as DealsPage
  client.setQueryData(feedQuery(2).queryKey, page)
  expect([1, 2].map((number) => isFeedPageAtHand(client, number))).toEqual([false, true])
  expect(isFeedPageAtHand(client, 2, 'category=boots')).toBe(false)
  await client.invalidateQueries(feedQuery(2))
  expect(isFeedPageAtHand(client, 2)).toBe(false)
  // The former page may still be shown.
  expect(feedPageAtHand(client, 2)).toBe(page)
})

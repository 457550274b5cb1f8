import { expect, test } from 'vitest'
import { cleanUp } from '#app/clean-up.ts'
import {
  candidateCalled,
  candidateNames,
  useCandidatesDesk,
} from '#test/product-feeds/candidates-desk.ts'
import { fillPool, poolPiece } from '#test/product-feeds/filled-pool.ts'
import { openAdminClient } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const desk = useCandidatesDesk(app)
const { pool, names, pick } = desk

const askOf = async (verb: 'dismiss' | 'bring-back', ids: number[], by = desk.ann) => {
  const url = `/api/admin/candidates/${verb}`
  const response = await by.ask({ method: 'POST', url, payload: { ids } })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
/** Returns the audit entries about dismissals, the oldest first. */
const dismissalsNoted = async () =>
  (await desk.ann.ask({ url: '/api/admin/audit?kind=candidate' }))
    .json()
    .entries.toReversed()
    .map((entry: { action: string; actorName: string; subjectLabel: string }) => [
      entry.action,
      entry.actorName,
      entry.subjectLabel,
    ])

test('what is dismissed is out of the pool and of each count, also when its feed brings it again, until it is brought back', async () => {
  const before = await dismissalsNoted()
  const pieces = [
    poolPiece('Boots', { brandName: 'Fold', category: 'boots', offPerMille: 500 }),
    poolPiece('Tote', { brandName: 'Fold', category: 'totes', offPerMille: 400 }),
    poolPiece('Coat', { brandName: 'Oriel', category: 'totes', offPerMille: 300 }),
  ]
  const feed = await fillPool(app, 'One', pieces)
  const all = await pool()
  const [boots, tote] = [candidateCalled('Boots', all).id, candidateCalled('Tote', all).id]
  expect(await askOf('dismiss', [boots, tote])).toEqual({
    ...{ dismissed: [boots, tote], others: [], gone: [] },
  })
  for (const search of ['', '?off=30', '?q=o', '?club=all', '?q=o&club=all']) {
    const left = await pool(search)
    expect([search, left.total, candidateNames(left)]).toEqual([search, 1, ['Coat']])
    expect(left.brands.map(({ name, count }) => [name, count])).toEqual([['Oriel', 1]])
    expect(left.categories).toEqual([{ value: 'totes', count: 1 }])
    expect(left.feeds.map(({ count }) => count)).toEqual([1])
  }
  // The feed is read again, without one of the pieces for a day.
  app.setNow(new Date('2026-11-23T14:10:00Z'))
  await fillPool(app, 'One', pieces.slice(1), feed)
  expect(await names()).toEqual(['Coat'])
  expect(await names('?dismissed=only')).toEqual(['Tote'])
  app.setNow(new Date('2026-11-23T14:20:00Z'))
  await fillPool(app, 'One', pieces, feed)
  expect(await names()).toEqual(['Coat'])
  // The pieces of the first run are deleted some time later.
  await app.db.deleteFrom('feedCandidates').where('id', 'in', [boots, tote]).execute()

  const away = await pool('?dismissed=only')
  expect([away.total, candidateNames(away)]).toEqual([2, ['Boots', 'Tote']])
  expect(away.brands.map(({ name, count }) => [name, count])).toEqual([['Fold', 2]])
  expect(candidateCalled('Boots', away).dismissed).toEqual({
    by: 'Ann',
    at: '2026-11-23T14:00:00.000Z',
  })
  expect(candidateCalled('Boots', all).dismissed).toBeNull()
  expect(await names('?dismissed=only&category=boots')).toEqual(['Boots'])
  // By its current id.
  const now = candidateCalled('Boots', away).id
  expect(now).not.toBe(boots)
  expect(await askOf('bring-back', [now])).toEqual({ back: [now], gone: [] })
  expect(await names()).toEqual(['Boots', 'Coat'])
  // And by its id at the time of the dismissal, which an undo still uses.
  expect(await askOf('bring-back', [tote])).toEqual({ back: [tote], gone: [] })
  expect(await pool()).toMatchObject({ total: 3 })
  expect(await pool('?dismissed=only')).toMatchObject({ total: 0, candidates: [] })
  expect((await dismissalsNoted()).slice(before.length)).toEqual([
    ['candidate.dismissed', 'Ann', 'Fold Boots'],
    ['candidate.dismissed', 'Ann', 'Fold Tote'],
    ['candidate.brought-back', 'Ann', 'Fold Boots'],
    ['candidate.brought-back', 'Ann', 'Fold Tote'],
  ])
})

test('a dismissal is one however often and by how many it is asked, and says whose it is', async () => {
  const ben = await openAdminClient(app, 'Ben')
  const before = await dismissalsNoted()
  const noted = async () => (await dismissalsNoted()).length - before.length
  const feed = await fillPool(app, 'One', [
    poolPiece('Boots'),
    poolPiece('Tote'),
    poolPiece('Coat'),
  ])
  const all = await pool()
  const [boots, tote, coat] = ['Boots', 'Tote', 'Coat'].map((name) => candidateCalled(name, all).id)
  if (!boots || !tote || !coat) throw new Error('All three are there.')
  const [first, again, other] = await Promise.all([
    askOf('dismiss', [boots, tote]),
    askOf('dismiss', [tote, boots, tote]),
    askOf('dismiss', [coat, tote], ben),
  ])
  expect([first.dismissed.length + first.others.length, first.gone]).toEqual([2, []])
  expect(again.dismissed.toSorted()).toEqual(first.dismissed.toSorted())
  expect(other.dismissed).toContain(coat)
  expect([...first.others, ...other.others]).toEqual([tote])
  expect(await noted()).toBe(3)
  expect(await names()).toEqual([])
  expect(await askOf('bring-back', [boots, tote, coat], ben)).toMatchObject({ gone: [] })
  expect(await askOf('bring-back', [boots, tote, coat])).toEqual({
    ...{ back: [boots, tote, coat], gone: [] },
  })
  expect(await noted()).toBe(6)

  // After its feed was read again, the former ids are unknown.
  await app.db.updateTable('feedSources').set({ currentRunId: null }).execute()
  expect(await askOf('dismiss', [boots])).toEqual({ dismissed: [], others: [], gone: [boots] })
  expect(await askOf('bring-back', [boots])).toEqual({ back: [], gone: [boots] })
  expect(await noted()).toBe(6)
  // Dismissals are deleted with their feed.
  await fillPool(app, 'One', [poolPiece('Boots')], feed)
  await askOf('dismiss', [candidateCalled('Boots', await pool()).id])
  await app.db.deleteFrom('feedSources').execute()
  expect(await app.db.selectFrom('feedDismissals').selectAll().execute()).toEqual([])
})

test('a dismissed candidate that is picked after all is not dismissed any more; one that is a deal is counted once', async () => {
  await fillPool(app, 'One', [poolPiece('Boots'), poolPiece('Tote'), poolPiece('Coat')])
  const all = await pool()
  await askOf('dismiss', [candidateCalled('Boots', all).id, candidateCalled('Tote', all).id])
  const { made } = await pick([candidateCalled('Boots', all)])
  expect(made).toHaveLength(1)
  expect(await names('?dismissed=only&club=all')).toEqual(['Tote'])
  // Created by other means than the pool.
  await createDeal(app.ctx, { productName: 'The same', buyUrl: 'https://shop.example/tote' })
  await app.db
    .updateTable('deals')
    .set({ buyUrlKey: 'shop.example/tote' })
    .where('productName', '=', 'The same')
    .execute()
  expect(await pool()).toMatchObject({ total: 1, candidates: [{ productName: 'Coat' }] })
  expect(await pool('?club=all')).toMatchObject({ total: 2 })
  expect(await pool('?dismissed=only')).toMatchObject({ total: 0 })
})

test('a dismissal outlives months without its piece, and is forgotten after half a year', async () => {
  const DAY_MS = 24 * 60 * 60_000
  const both = [poolPiece('Suede boots'), poolPiece('Leather tote')]
  const feed = await fillPool(app, 'One', both)
  await askOf('dismiss', [candidateCalled('Suede boots', await pool()).id])
  const cleanUpAfter = async (days: number) => {
    app.setNow(new Date(app.ctx.now().getTime() + days * DAY_MS))
    await desk.open()
    await cleanUp(app.ctx)
  }
  // Kept as long as its feed brings the piece.
  await cleanUpAfter(0)
  await cleanUpAfter(400)
  expect(await names()).toEqual(['Leather tote'])

  // Gone for months, then back: the period starts over.
  await fillPool(app, 'One', both.slice(1), feed)
  await cleanUpAfter(1)
  await cleanUpAfter(180)
  await fillPool(app, 'One', both, feed)
  await cleanUpAfter(1)
  expect(await names()).toEqual(['Leather tote'])
  await fillPool(app, 'One', both.slice(1), feed)
  await cleanUpAfter(1)
  await cleanUpAfter(179)
  await fillPool(app, 'One', both, feed)
  expect(await names()).toEqual(['Leather tote'])

  // Gone for more than half a year.
  await fillPool(app, 'One', both.slice(1), feed)
  await cleanUpAfter(1)
  await cleanUpAfter(181)
  await fillPool(app, 'One', both, feed)
  expect((await names()).toSorted()).toEqual(['Leather tote', 'Suede boots'])
})

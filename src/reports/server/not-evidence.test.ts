import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { REPORT_KINDS } from '#app/reports/reports.facts.ts'
import {
  announceDeals,
  createDeal,
  createMember,
  createPerson,
  createSubscriber,
  createUnconfirmed,
  type Person,
} from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPages: true, environment: { PRICE_CHECKS: '1' } })

let dealIds: string[]
let outsiders: Person[]
let member: Person
beforeAll(async () => {
  const open = await createDeal(app.ctx, { sizes: ['IT 40'], isPreview: true })
  const locked = await createDeal(app.ctx, { sizes: ['S'] })
  dealIds = [open.id, locked.id]
  await announceDeals(app.ctx)
  outsiders = await Promise.all([
    ...[1, 2, 3].map(() => createPerson(app.ctx)),
    ...['past_due', 'canceled'].map((status) => createSubscriber(app.ctx, status)),
    createUnconfirmed(app.ctx),
  ])
  member = await createMember(app.ctx)
})

/** What these deals show to a visitor, to outsiders and to a member. */
async function shown() {
  const answers: string[] = []
  for (const cookie of ['', outsiders[0]?.cookie ?? '', member.cookie]) {
    for (const url of [
      '/api/deals',
      ...dealIds.flatMap((id) => [`/api/deals/${id}`, `/deal/${id}`]),
    ]) {
      const { body, statusCode } = await app.as({ cookie }).inject({ url })
      answers.push(`${statusCode} ${body.replace(/nonce="[^"]*"|"requestId":"[^"]*"/g, '')}`)
    }
  }
  return answers
}

const report = fc.record({
  who: fc.nat({ max: 5 }),
  which: fc.nat({ max: 1 }),
  // Mostly the kind that would show publicly if it were evidence.
  kind: fc.constantFrom(...REPORT_KINDS, 'gone', 'gone', 'gone'),
})

test('whatever those who are no members tell, nothing that is shown changes', async () => {
  const before = await shown()
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 8, maxLength: 16 }), async (reports) => {
      for (const { who, which, kind } of reports) {
        const payload = { kind, seenPrice: 1, size: 'IT 40', words: 'Gone' }
        const url = `/api/reports/${dealIds[which]}`
        await app.as(outsiders[who] as Person).inject({ method: 'POST', url, payload })
      }
      expect(await shown()).toEqual(before)
    }),
    { numRuns: 4 },
  )
  const kept = await app.db.selectFrom('reports').select(['isEvidence', 'dealId']).execute()
  expect(kept.length).toBeGreaterThan(5)
  expect(new Set(kept.map((each) => `${each.isEvidence} ${each.dealId}`))).toEqual(
    new Set([`false ${dealIds[0]}`]),
  )
  const checks = await app.db.selectFrom('dealChecks').select('reported').execute()
  expect(checks).toEqual([{ reported: 0 }])
})

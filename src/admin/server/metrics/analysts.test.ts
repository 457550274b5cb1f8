import { beforeAll, expect, test } from 'vitest'
import { openAs } from '#test/access/people.ts'
import { openAdmin } from '#test/support/admin.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let analyst: { cookie: string }
let owner: { cookie: string }
beforeAll(async () => {
  analyst = await openAs(app, 'analyst')
  owner = await openAdmin(app, 'Ada')
})

const take = (who: { cookie: string }, what: string) =>
  app.as(who).inject({ url: `/api/admin/${what}` })

test('an analyst takes along no list in which each row is about one person', async () => {
  const member = await createMember(app.ctx)
  const { id } = await createDeal(app.ctx)
  await app.as(member).inject({ url: `/api/track/deal/${id}` })
  const kinds = ['members?standing=all', 'payments', 'joined', 'left', 'cohort', 'trips', 'reports']
  for (const kind of kinds) {
    const refused = await take(analyst, `figures/csv/${kind}`)
    expect([refused.statusCode, refused.json().code], kind).toEqual([403, 'not-your-role'])
    expect((await take(owner, `figures/csv/${kind}`)).statusCode, kind).toBe(200)
  }
  const byDay = await take(analyst, 'figures/csv/clicks-by-day')
  expect(byDay.body).toContain('"under 5"')
})

test('the audit that an analyst takes along has no small number and no address of whoever did it', async () => {
  const taken = { action: 'network-report.taken', subjectKind: 'network-report' } as const
  await app.db
    .insertInto('auditEntries')
    .values({
      ...{ ...taken, actorName: 'ada@club.example', actorSession: '', actorId: null },
      ...{ subjectId: 'n1', subjectLabel: 'May.csv', batchId: null, before: null },
      after: JSON.stringify({ confirmed: 3, returned: 12 }),
    })
    .execute()
  const audit = (await take(analyst, 'audit.csv?kind=network-report')).body
  expect(audit).toContain('Confirmed: under 5\nReturned: 12')
  expect(audit).not.toContain('@')
  expect((await take(owner, 'audit.csv?kind=network-report')).body).toContain('Confirmed: 3')
})

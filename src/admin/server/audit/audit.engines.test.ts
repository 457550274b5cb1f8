import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openAdmin } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { type AuditDraft, recordDone } from './audit.ts'

const app = useTestApp()
let cookie: string
beforeAll(async () => {
  cookie = (await openAdmin(app)).cookie
})
afterEach(() => app.setNow(undefined))

/** Records entries as a use case of the back office does. */
async function record(
  drafts: AuditDraft[],
  { by = 'Ann', at = '', batchId = null as string | null } = {},
) {
  if (at) app.setNow(new Date(at))
  await app.db
    .transaction()
    .execute((trx) => recordDone(trx, app.ctx, { name: by, session: 'abc123' }, drafts, batchId))
  app.setNow(undefined)
}

const about = (id: string, action = 'deal.updated', label = `Deal ${id}`): AuditDraft => ({
  action,
  subject: { kind: 'deal', id, label },
})

// The session's clock is not that of the entries.
const ask = (url: string) => app.as({ cookie }).inject({ url })
const read = async (query = '') => (await ask(`/api/admin/audit${query}`)).json()
const ids = async (query: string) =>
  (await read(query)).entries.map((entry: { subjectId: string }) => entry.subjectId)

describe('the audit log', () => {
  test('shows who did what to which, the newest first, with what differs', async () => {
    await record([
      {
        ...about('d1', 'deal.updated', 'Maison Test Leather tote'),
        before: { salePrice: 400, isPublished: false },
        after: { salePrice: 350.5, isPublished: false },
      },
    ])
    await record([{ ...about('d1', 'deal.published'), before: {}, after: { isPublished: true } }])
    const { entries } = await read('?subjectId=d1')
    expect(entries).toMatchObject([
      { action: 'deal.published', changes: [{ field: 'Published', before: null, after: 'yes' }] },
      {
        actorName: 'Ann',
        actorSession: 'abc123',
        action: 'deal.updated',
        subjectKind: 'deal',
        subjectLabel: 'Maison Test Leather tote',
        changes: [{ field: 'Sale price', before: '$400.00', after: '$350.50' }],
      },
    ])
    expect(Object.keys(entries[0])).not.toContain('before')
  })

  test('is read page by page without missing or repeating any', async () => {
    await record(Array.from({ length: 130 }, (_, index) => about(`page${index}`, 'deal.deleted')))
    const seen: string[] = []
    let next: number | null = null
    do {
      const page = await read(`?action=deal.deleted&limit=60${next ? `&before=${next}` : ''}`)
      seen.push(...page.entries.map((entry: { subjectId: string }) => entry.subjectId))
      next = page.next
      // An entry added meanwhile comes first, and does not shift the pages.
      await record([about('meanwhile', 'deal.deleted')])
    } while (next !== null)
    expect(seen.filter((id) => id !== 'meanwhile')).toEqual(
      Array.from({ length: 130 }, (_, index) => `page${129 - index}`),
    )
  })

  test('is narrowed by what was done, by whom, to what kind and by its name', async () => {
    await record([about('f1', 'deal.restored', '100% silk')], { by: 'Zoe' })
    await record([about('f2', 'deal.restored', '100 shirts')], { by: 'Ann' })
    await record([
      { action: 'import.undone', subject: { kind: 'import', id: 'f3', label: 'Monday.xlsx' } },
    ])
    expect(await ids('?action=deal.restored')).toEqual(['f2', 'f1'])
    expect(await ids('?action=deal.restored&actor=Zoe')).toEqual(['f1'])
    expect(await ids('?kind=import')).toEqual(['f3'])
    expect(await ids('?q=monday')).toEqual(['f3'])
    expect(await ids(`?q=${encodeURIComponent('0%')}`)).toEqual(['f1'])
    expect(await ids('?q=_')).toEqual([])
    expect((await ask('/api/admin/audit/filters')).json()).toMatchObject({
      actions: expect.arrayContaining(['deal.restored', 'import.undone']),
      actors: expect.arrayContaining(['Ann', 'Zoe']),
    })
  })

  test('counts its days in Toronto, also when the clocks go back', async () => {
    const moments = {
      before: '2026-11-01T03:59:59Z',
      first: '2026-11-01T04:00:00Z',
      last: '2026-11-02T04:59:59Z',
      after: '2026-11-02T05:00:00Z',
    }
    for (const [id, at] of Object.entries(moments)) await record([about(id)], { at })
    expect(await ids('?day=2026-11-01')).toEqual(['last', 'first'])
    expect(await ids('?day=2026-11-02')).toEqual(['after'])
  })

  test('of a deal begins with the import that brought it', async () => {
    const deal = await createDeal(app.ctx)
    await app.db
      .insertInto('imports')
      .values({ id: 'imp1', fileName: 'a.xlsx', fileSha256: 'x', createdCount: 1 })
      .execute()
    await app.db.updateTable('deals').set({ importId: 'imp1' }).where('id', '=', deal.id).execute()
    await record([
      { action: 'deals.imported', subject: { kind: 'import', id: 'imp1', label: 'a.xlsx' } },
      { action: 'deals.imported', subject: { kind: 'import', id: 'imp2', label: 'b.xlsx' } },
      about('another'),
    ])
    await record([about(deal.id)])
    expect(await ids(`?kind=deal&subjectId=${deal.id}`)).toEqual([deal.id, 'imp1'])
  })

  test.each([
    '?limit=0',
    '?limit=101',
    '?before=x',
    '?kind=user',
    '?day=yesterday',
    '?day=2026-02-30',
  ])('answers what is wrong with %s', async (query) => {
    expect((await ask(`/api/admin/audit${query}`)).statusCode).toBe(400)
  })
})

test('the log as a file is whole, and starts no formula', async () => {
  const labels = ['=cmd|calc', '+1', '-1', '@sum', '\tx', '\rx', 'a "quoted", name', 'two\nlines']
  await record(
    labels.map((label) => about('csv', 'deal.exported', label)),
    { by: '=HYPERLINK("http://evil.example")' },
  )
  await record(Array.from({ length: 600 }, () => about('csv', 'deal.exported')))
  const file = await ask('/api/admin/audit.csv?action=deal.exported')
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="audit-[\d-]+\.csv"$/),
    'cache-control': 'private, no-store',
  })
  expect(file.body.startsWith('\ufeff"Entry",')).toBe(true)
  const rows = parse(file.body.slice(1))
  expect(rows).toHaveLength(1 + labels.length + 600)
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
  expect(rows.slice(-labels.length).map((row) => row[7])).toEqual(
    labels.toReversed().map((label) => (/^[=+\-@\t\r]/.test(label) ? `'${label}` : label)),
  )
})

/** Parses a file as a spreadsheet program does. */
function parse(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

test('nothing that is in the log can be edited or taken out', async () => {
  await record([about('final')])
  for (const statement of [
    sql`update audit_entries set actor_name = 'Nobody'`,
    sql`update audit_entries set after = null where subject_id = 'final'`,
    sql`delete from audit_entries where subject_id = 'final'`,
    sql`truncate audit_entries`,
    sql`truncate audit_entries restart identity cascade`,
    sql`insert into audit_entries (actor_name, actor_session, action, subject_kind, subject_id, subject_label, id)
      overriding system value
      select 'Nobody', '', 'x', 'deal', 'final', 'x', id from audit_entries where subject_id = 'final'
      on conflict (id) do update set actor_name = 'Nobody'`,
  ]) {
    await expect(statement.execute(app.db)).rejects.toThrow('only ever added to')
  }
  expect((await read('?subjectId=final')).entries).toMatchObject([{ actorName: 'Ann' }])
})

test('a change that is taken back leaves no entry', async () => {
  const failing = app.db.transaction().execute(async (trx) => {
    await recordDone(trx, app.ctx, { name: 'Ann', session: '' }, [about('undone')])
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(await ids('?subjectId=undone')).toEqual([])
})

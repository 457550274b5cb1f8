import { beforeAll, describe, expect, test } from 'vitest'
import { importDeals } from '#app/deals/server/import/import.ts'
import { makeCsv, type Value } from '#test/sheets/make-sheets.ts'
import { HEADINGS } from '#test/sheets/use-imports.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { announceDeals, createMember, createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let admin: AdminClient
beforeAll(async () => {
  admin = await openAdminClient(app, 'Ann')
})

/** Returns the deal as a visitor, a free account and a member get it. */
async function seenBy(id: string) {
  await announceDeals(app.ctx)
  const url = `/api/deals/${id}`
  const [person, member] = await Promise.all([createPerson(app.ctx), createMember(app.ctx)])
  const answers = await Promise.all([
    app.inject({ url }),
    app.as(person).inject({ url }),
    app.as(member).inject({ url }),
  ])
  return answers.map((answer) => answer.json())
}

describe('what a deal is filed under', () => {
  test('is for everybody once somebody has said it', async () => {
    const deal = await admin.enter({ department: 'women', category: 'handbag', colour: 'Noir' })
    await admin.publish(deal.id, true)
    for (const seen of await seenBy(deal.id)) {
      expect(seen).toMatchObject({ department: 'women', category: 'bags', colour: 'black' })
    }
    expect((await admin.auditOf(deal.id)).at(-1).changes).toEqual(
      expect.arrayContaining([
        { field: 'Category', before: null, after: 'Bags' },
        { field: 'Colour', before: null, after: 'Black' },
      ]),
    )
  })

  test('is guessed from the name where nobody has, for members and the back office alone', async () => {
    const deal = await admin.enter({ productName: 'Olive suede tote', category: '' })
    expect(deal).toMatchObject({ category: null, guessed: { category: 'totes', colour: 'green' } })
    await admin.publish(deal.id, true)
    await admin.flip(deal.id, { isPreview: true })
    const [visitor, person, member] = await seenBy(deal.id)
    expect(visitor).toMatchObject({ department: null, category: null, colour: null })
    expect(visitor).not.toHaveProperty('guessed')
    // Even if the person may read the name for a day.
    expect(person).toMatchObject({ productName: 'Olive suede tote', category: null })
    expect(person).not.toHaveProperty('guessed')
    expect(member).toMatchObject({ category: null, guessed: deal.guessed })
  })

  test('is a guess no longer when somebody confirms it, and one again when it is taken back', async () => {
    const deal = await admin.enter({ productName: 'Olive suede tote' })
    await admin.publish(deal.id, true)
    const confirmed = await admin.edit(deal.id, { category: 'totes' })
    expect(confirmed.json()).toMatchObject({ category: 'totes', guessed: { colour: 'green' } })
    expect(confirmed.json().guessed).not.toHaveProperty('category')
    expect((await seenBy(deal.id))[0]).toMatchObject({ category: 'totes', colour: null })
    const back = await admin.edit(deal.id, { category: '' })
    expect(back.json()).toMatchObject({ category: null, guessed: deal.guessed })
  })

  test('is guessed anew with another name, and by saving a deal of before there were guesses', async () => {
    const deal = await admin.enter({ productName: 'Olive suede tote' })
    const renamed = await admin.edit(deal.id, { productName: 'Ink pump' })
    expect(renamed.json().guessed).toEqual({ category: 'heels', colour: 'black' })
    const old = { guessedTerms: {} }
    await app.db.updateTable('deals').set(old).where('id', '=', deal.id).execute()
    const saved = await admin.edit(deal.id, { salePrice: '350' })
    expect(saved.json().guessed).toEqual({ category: 'heels', colour: 'black' })
  })

  test.each([
    ['department', 'Damen', 'The department is not one that we have.'],
    ['category', 'gizmo', 'The category is not one that we have.'],
    ['colour', 'black/white', 'The colour is not one that we have.'],
  ])('is refused by the form where it is no %s: %s', async (field, text, reason) => {
    const response = await admin.create({ buyUrl: 'https://shop.example/refused', [field]: text })
    expect(response.statusCode).toBe(422)
    expect(response.json().fields).toEqual({ [field]: reason })
  })
})

describe('the words of a sheet', () => {
  const headings = [...HEADINGS, 'Gender', 'Category', 'Couleur']
  const upload = (rows: Value[][]) =>
    importDeals(app.ctx, {
      fileName: 'deals.csv',
      bytes: makeCsv([headings, ...rows]),
      isDryRun: false,
    })
  const stored = async (link: string) => {
    const row = await app.db
      .selectFrom('deals')
      .selectAll()
      .where('buyUrl', '=', link)
      .executeTakeFirstOrThrow()
    const { department, category, colour, guessedTerms, unreadTerms } = row
    return { department, category, colour, guessedTerms, unreadTerms }
  }

  test('are understood or kept as a note, and the report says how each was read', async () => {
    const link = (number: number) => `https://shop.example/terms/${number}`
    const report = await upload([
      ['Solvane', 'Alma', 900, 450, link(1), 'Women’s', 'ankle boots', 'noir'],
      ['Solvane', 'Berta', 900, 450, link(2), 'Women', 'Boots', 'Black'],
      ['Solvane', 'Carla tote', 900, 450, link(3), '', 'gizmo', 'black/white'],
      ['Solvane', 'Dora', 900, 450, link(4), '', 'gizmo', ''],
    ])
    expect(report).toMatchObject({ isCommitted: true, createdCount: 4, problems: [] })
    expect(report.notes).toEqual([
      'Department was read: “Women’s” as Women.',
      'Category was read: “ankle boots” as Boots.',
      'Category was not understood, and is kept as a note of the deal: “gizmo” (2 rows).',
      'Colour was read: “noir” as Black.',
      'Colour was not understood, and is kept as a note of the deal: “black/white” (1 row).',
    ])
    const said = { department: 'women', category: 'boots', colour: 'black' }
    expect(await stored(link(1))).toEqual({ ...said, guessedTerms: {}, unreadTerms: {} })
    expect(await stored(link(2))).toMatchObject(said)
    expect(await stored(link(3))).toEqual({
      ...{ department: null, category: null, colour: null },
      guessedTerms: { category: 'totes' },
      unreadTerms: { category: 'gizmo', colour: 'black/white' },
    })
    expect((await stored(link(4))).guessedTerms).toEqual({})
  })

  test('that were not understood are the curator’s to read, until the deal is filed', async () => {
    const buyUrl = 'https://shop.example/terms/note'
    await upload([['Solvane', 'Emma', 900, 450, buyUrl, '', 'gizmo', '']])
    const { id } = await app.db
      .selectFrom('deals')
      .select('id')
      .where('buyUrl', '=', buyUrl)
      .executeTakeFirstOrThrow()
    expect((await admin.read(id)).json()).toMatchObject({ unread: { category: 'gizmo' } })
    await admin.publish(id, true)
    for (const seen of await seenBy(id)) expect(JSON.stringify(seen)).not.toContain('gizmo')
    expect((await admin.edit(id, { salePrice: '400' })).json().unread).toEqual({
      category: 'gizmo',
    })
    expect((await admin.edit(id, { category: 'belts' })).json().unread).toEqual({})
  })

  test('that are no words at all are wrong, as in any other column', async () => {
    const long = 'x'.repeat(101)
    const report = await upload([
      ['Solvane', 'Fay', 900, 450, 'https://shop.example/terms/long', '', long, ''],
    ])
    expect(report.problems).toMatchObject([
      { row: 2, column: 'Category', reason: 'is longer than 100 characters' },
    ])
  })

  test('are asked for by the template, and its examples are understood', async () => {
    const { bytes } = await (await import('#app/deals/server/import/template.ts')).importTemplate()
    const report = await importDeals(app.ctx, { fileName: 'template.xlsx', bytes, isDryRun: true })
    expect(report.notes.filter((note) => note.includes('not understood'))).toEqual([])
    expect(report.problems.map(({ column }) => column)).toEqual(['Buy URL', 'Buy URL'])
  })
})

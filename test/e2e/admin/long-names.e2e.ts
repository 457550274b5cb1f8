import { adminPaths } from '#app/admin/paths.facts.ts'
import { dealRow, sheetFile } from '#test/e2e/support/admin-sheets.ts'
import { signInAsAdmin } from '#test/e2e/support/back-office.ts'
import { expectNoSidewaysScrolling, open, settle } from '#test/e2e/support/browser.ts'
import { startOwnServer, withServer } from '#test/e2e/support/own-server.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { insertClicks } from '#test/support/metrics.ts'
import { multipart } from '#test/support/multipart.ts'

const test = withServer('long names', () => startOwnServer({ environment: { ADMIN_PASSWORD } }))

/** A single long word, as in links and in names of ships and files. */
const WORD = 'Donaudampfschifffahrtsgesellschaftskapitän'
const LONG = WORD.repeat(2)

test('names of one long word break where their column ends, at every desk on a telephone', async ({
  page,
  context,
  server,
}) => {
  const admin = await signInAsAdmin(server, context, 'Ines')
  const { ctx, db } = server
  const names = {
    brandName: `${LONG} & Söhne`,
    productName: `${LONG} mit Ärmeln`,
    retailerName: LONG.toLowerCase(),
    domain: `${WORD.toLowerCase().replaceAll('ä', 'a')}.example`,
  }
  const deal = await createDeal(ctx, { ...names, carouselAssignment: 1 })
  await createDeal(ctx, { ...names, isPublished: false })
  const member = await createMember(ctx)
  const email = `${'n'.repeat(64)}@${'long-domain-'.repeat(4)}.example`
  await db.updateTable('users').set({ email }).where('id', '=', member.id).execute()
  await insertClicks(server, [{ deal, at: ctx.now().toISOString(), who: member }])
  const { retailerId } = await db
    .selectFrom('deals')
    .select('retailerId')
    .where('id', '=', deal.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('checkFindings')
    .values({
      ...{ kind: 'odd-price', state: 'waiting', foundAt: ctx.now() },
      facts: JSON.stringify({ beforeCents: 42_000, nowCents: 100 }),
      ...{ dealId: deal.id, retailerId },
    })
    .execute()
  const send = async (url: string, payload: object, method: 'POST' | 'PATCH' = 'POST') => {
    const answer = await server.as(admin).inject({ method, url, payload })
    if (answer.statusCode > 299) throw new Error(`${url}: ${answer.body}`)
    return answer.json()
  }
  const report = { kind: 'other', words: LONG }
  await server
    .as(member)
    .inject({ method: 'POST', url: `/api/reports/${deal.id}`, payload: report })
  await send('/api/admin/people', { name: WORD, email, role: 'curator' })
  await send('/api/admin/carousels/1', { title: LONG.slice(0, 60) }, 'PATCH')
  await send('/api/admin/views', { name: WORD, address: '', hidden: [] })
  const words = { subject: LONG, body: LONG.repeat(3), audience: 'everybody', about: null }
  const { id: letterId } = await send('/api/admin/letters', words)
  const sheet = sheetFile(`${WORD}.xlsx`, [dealRow(LONG, { Brand: LONG })])
  const form = multipart({}, [{ field: 'file', fileName: sheet.name, bytes: sheet.buffer }])
  await server.as(admin).inject({
    ...{ method: 'POST', url: '/api/deals/bulk-upload', payload: form.payload },
    headers: { ...form.headers, ...admin.csrf },
  })

  // A desktop screen at 400% zoom, which is narrower than any phone.
  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of [
    ...Object.values(adminPaths).map((pathOf) => pathOf()),
    `/admin/members/${member.id}`,
    `/admin/reports?deal=${deal.id}`,
    `/admin/letters/${letterId}`,
    '/admin/letters',
    '/admin/editions/2026-12-01',
    '/admin/candidates',
  ]) {
    await open(page, path)
    await settle(page)
    await expectNoSidewaysScrolling(page)
  }
})

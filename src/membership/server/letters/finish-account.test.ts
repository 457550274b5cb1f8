import { expect, test } from 'vitest'
import { createPerson } from '#test/support/factories.ts'
import { createPaidCheckout } from '#test/support/paying/membership.ts'
import { newAddress, tell } from '#test/support/paying/membership-mails.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ environment: { PUBLIC_URL: 'https://club.example' } })

test('who paid without an account gets a link to finish it, good for that checkout', async () => {
  const email = newAddress()
  const { id: checkoutId } = await createPaidCheckout(app.ctx, { email })
  const mail = await tell(app.ctx, { template: 'finish-account', data: { checkoutId } }, email)
  expect(mail?.subject).toBe('Finish your account')
  expect(mail?.text).toMatch(/https:\/\/club\.example\/checkout\/success\?link=[\w-]{43}\s/)
  const link = await app.db
    .selectFrom('checkoutLinks')
    .selectAll()
    .where('checkoutId', '=', checkoutId)
    .executeTakeFirstOrThrow()
  expect(link.userId).toBeNull()
})

test.each(['finish-account', 'finish-with-account'] as const)(
  'who paid and has an account is told what the link of %s does to its password',
  async (template) => {
    const person = await createPerson(app.ctx)
    const { id: checkoutId } = await createPaidCheckout(app.ctx, { email: person.email })
    const mail = await tell(app.ctx, { template, data: { checkoutId } }, person.email)
    expect(mail?.text).toContain('replaces the old one')
    const links = await app.db
      .selectFrom('checkoutLinks')
      .select('userId')
      .where('checkoutId', '=', checkoutId)
      .execute()
    expect(links).toEqual([{ userId: person.id }])
  },
)

test('the link to finish an account goes to the address that paid and to no other', async () => {
  const { id: checkoutId } = await createPaidCheckout(app.ctx, { email: 'buyer@people.test' })
  expect(await tell(app.ctx, { template: 'finish-account', data: { checkoutId } })).toBeUndefined()
})

test('a checkout that has been claimed meanwhile needs no mail', async () => {
  const email = newAddress()
  const { id: checkoutId } = await createPaidCheckout(app.ctx, { email })
  await app.db
    .updateTable('checkouts')
    .set({ claimedAt: app.ctx.now() })
    .where('id', '=', checkoutId)
    .execute()
  expect(
    await tell(app.ctx, { template: 'finish-account', data: { checkoutId } }, email),
  ).toBeUndefined()
})

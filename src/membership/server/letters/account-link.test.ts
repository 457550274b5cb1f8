import { expect, test } from 'vitest'
import { createPerson } from '#test/support/factories.ts'
import { readOutbox } from '#test/support/jobs.ts'
import { createPaidCheckout } from '#test/support/paying/membership.ts'
import { AT, newAddress, tell } from '#test/support/paying/membership-mails.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ environment: { PUBLIC_URL: 'https://club.example' } })

test.each([
  { template: 'trial-started', data: { plan: 'annual', trialEndsAt: AT } },
  { template: 'receipt', data: { plan: 'annual', amountCents: 9700, paidAt: AT } },
  { template: 'payment-failed', data: { plan: 'annual', amountCents: 9700 } },
  { template: 'cancelled', data: { plan: 'annual', endsAt: AT } },
] as const)(
  'the mail $template leads to making an account where there is none yet',
  async (told) => {
    const email = newAddress()
    await createPaidCheckout(app.ctx, { email })
    const mail = await tell(app.ctx, told, email)
    expect(mail?.text).toMatch(/https:\/\/club\.example\/checkout\/success\?link=[\w-]{43}\s/)
    expect(mail?.text).toContain('You did not join?')
    expect(mail?.text).not.toContain('club.example/account')
  },
)

test('a member is led to the account there is, and gets no link that could be misused', async () => {
  const member = await createPerson(app.ctx)
  await createPaidCheckout(app.ctx, { email: member.email, buyer: member })
  const told = { template: 'receipt', data: { plan: 'annual', amountCents: 9700, paidAt: AT } }
  const mail = await tell(app.ctx, told as Parameters<typeof tell>[1], member.email)
  expect(mail?.text).toContain('https://club.example/account')
  expect(mail?.text).not.toContain('/checkout/success')
})

test('who paid twice with one address is told of each payment what is so of it', async () => {
  const member = await createPerson(app.ctx)
  const own = await createPaidCheckout(app.ctx, { email: member.email, buyer: member })
  const other = await createPaidCheckout(app.ctx, { email: member.email })
  const about = async ({ subscriptionId }: typeof own) => {
    const data = { plan: 'annual', subscriptionId, amountCents: 9700, paidAt: AT } as const
    await tell(app.ctx, { template: 'receipt', data }, member.email)
    const mails = await readOutbox(app.ctx)
    return mails.findLast(({ to }) => to?.[0]?.address === member.email)?.text
  }
  expect(await about(own)).not.toContain('not connected to your account')
  expect(await about(other)).toContain('This payment is not connected to your account yet')
})

test('each of two payments without an account leads to itself', async () => {
  const email = newAddress()
  const paid = [
    await createPaidCheckout(app.ctx, { email }),
    await createPaidCheckout(app.ctx, { email }),
  ]
  for (const { id, subscriptionId } of paid) {
    const data = { plan: 'annual', subscriptionId, endsAt: AT } as const
    await tell(app.ctx, { template: 'cancelled', data }, email)
    const links = await app.ctx.db
      .selectFrom('checkoutLinks')
      .select('checkoutId')
      .where('checkoutId', '=', id)
      .execute()
    expect(links).toHaveLength(1)
  }
})

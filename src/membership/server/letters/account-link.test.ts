import { expect, test } from 'vitest'
import { createPerson } from '#test/support/factories.ts'
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

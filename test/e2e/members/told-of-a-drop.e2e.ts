import { queues } from '#app/queues.ts'
import { openBackOffice, openEditor } from '#test/e2e/support/admin-deal-forms.ts'
import { arrive, expect, expectAccessible, open } from '#test/e2e/support/browser.ts'
import { CARDS, linkIn, makeAccount, newEmail, payByCard } from '#test/e2e/support/joining.ts'
import { startOwnServer, withServer } from '#test/e2e/support/own-server.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'

const test = withServer('boots', async () => {
  const server = await startOwnServer({ hasPayments: true, environment: { ADMIN_PASSWORD } })
  const boots = { category: 'boots', department: 'women', originalPriceCents: 42_000 }
  const drafts = [
    { ...boots, productName: 'Lace-up boot', salePriceCents: 18_900, sizes: ['EU 37', 'EU 38'] },
    { ...boots, productName: 'Chelsea boot', salePriceCents: 19_500, sizes: ['EU 41'] },
    { ...boots, productName: 'Riding boot', salePriceCents: 31_000, sizes: ['EU 38'] },
  ]
  for (const draft of drafts) await createDeal(server.ctx, draft)
  return server
})

const TEN_MINUTES_MS = 10 * 60_000

test('a visitor finds boots under $200 in her size, saves them, joins by card, is told of the drop, opens it from the mail and stops such mail in one click', async ({
  page: first,
  context,
  server,
}) => {
  await open(first, '/daily-deals?category=boots')
  const filters = first.getByRole('region', { name: 'Filters' })
  await filters.getByRole('link', { name: 'Under $200' }).click()
  await expect(first).toHaveURL(/max=200$/)
  await filters.getByRole('link', { name: /^EU 38/ }).click()
  await expect(first).toHaveURL(/category=boots&size=[\w.-]+&max=200$/)
  // The address changes before the deals arrive.
  const save = first.getByRole('main').getByRole('button', { name: 'Save', exact: true })
  await expect(save).toHaveCount(1)
  await save.click()
  await arrive(first, '**/sign-in?next=**')
  await first.getByRole('main').getByRole('link', { name: 'Subscribe' }).click()
  await arrive(first, /\/(subscribe|join-now)\?next=/)

  const email = newEmail()
  const mailTo = async (subject: RegExp) => {
    await runJobs(server.ctx)
    const mails = (await readOutbox(server.ctx)).filter(({ to }) => to?.[0]?.address === email)
    const mail = mails.find((each) => subject.test(each.subject ?? ''))
    if (!mail) throw new Error(`No mail: ${mails.map((each) => each.subject).join(', ')}`)
    return mail
  }
  const opening = context.waitForEvent('page')
  await first
    .getByRole('main')
    .getByRole('button', { name: /Start your free trial/ })
    .click()
  const page = await opening
  await page.waitForURL('**/sandbox/checkout/**')
  await first.close()
  await payByCard(page, email, CARDS.visa)
  await arrive(page, '**/checkout/success**')
  await makeAccount(page)
  await arrive(page, '**/deal/**')
  const dealPath = new URL(page.url()).pathname
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible()

  // The question is asked once, with nothing preselected.
  const question = page.getByRole('region', { name: 'May we write to you?' })
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(0)
  await expectAccessible(page, 'the question about mail')
  await question.getByRole('group', { name: 'The edition' }).getByLabel('Never').check()
  await question.getByRole('group', { name: 'Alerts' }).getByLabel('At once').check()
  await question.getByRole('button', { name: 'Save my choices' }).click()
  await arrive(page, '**/account/mail')
  await expect(page.getByRole('heading', { name: 'On your devices' })).toBeVisible()
  await expectAccessible(page, 'mail and devices')
  // Paying with an address does not prove that its inbox belongs to the payer.
  await page.getByRole('button', { name: 'Send the mail' }).click()
  await expect(page.getByText(/^Sent\. Look into your inbox/)).toBeVisible()
  await open(page, linkIn((await mailTo(/Is this your inbox/)).text ?? '', /confirm-inbox/))
  await page.getByRole('button', { name: 'This is my inbox' }).click()
  await expect(page.getByText(/comes to this inbox from now on/)).toBeVisible()

  const office = await openBackOffice(context, server, 'Ada')
  const editor = await openEditor(office, 'Lace-up boot')
  await editor.getByLabel('Sale price').fill('149')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(editor).toBeHidden()
  await office.close()
  await queues.telling?.work(server.ctx, {})
  server.setNow(new Date(Date.now() + TEN_MINUTES_MS + 1000))
  for (const queue of ['telling', 'stream-mail']) await queues[queue]?.work(server.ctx, {})
  const mail = await mailTo(/price went down/)
  expect(mail.text).toContain('Now $149, was $189 when you saved it.')
  // A member's mail contains the name.
  expect(mail.text).toContain('Lace-up')
  await open(page, linkIn(mail.text ?? '', /^\/deal\//))
  await expect(page).toHaveURL(new RegExp(`${dealPath}(\\?from=alerts)?$`))
  await expect(page.getByRole('main').getByText('$149', { exact: false }).first()).toBeVisible()

  // Unsubscribes as a mail program does, without a session.
  const [, stop = ''] =
    /<(.+)>/.exec(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '') ?? []
  const answer = await fetch(stop, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(answer.status).toBe(200)
  await open(page, '/account/mail')
  const alerts = page.getByRole('group', { name: 'Alerts' })
  await expect(alerts.getByRole('radio', { name: 'Never' })).toBeChecked()
})

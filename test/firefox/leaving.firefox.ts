import { describe } from 'vitest'
import {
  expect,
  named,
  namesOfDeals,
  open,
  press,
  reach,
  shown,
  signIn,
  test,
} from '#test/firefox/support/browser.ts'

describe('on a phone', () => {
  test.override('device', 'phone')

  test('a member leaves in two clicks, stays after all, and signs out', async ({ page }) => {
    await signIn(page, 'member@demo.test')
    await open(page, '/account')
    await expect.poll(() => shown(page, 'main')).toMatch(/^Active$/m)
    await press(page, 'button', 'Cancel subscription')
    await named(page, 'dialog', 'Are you sure you want to cancel your subscription?').wait()
    await press(page, 'button', 'Cancel Subscription')
    await expect.poll(() => shown(page)).toMatch(/^Subscription Updated$/m)
    const main = () => shown(page, 'main')
    await expect.poll(main).toMatch(/^Your membership ends on /m)
    await expect.poll(main).toMatch(/^No future billing date$/m)

    await press(page, 'button', 'Resume membership')
    await named(page, 'dialog', 'Resume your membership?').wait()
    await press(page, 'button', 'Resume membership')
    await expect.poll(main).toMatch(/^Active$/m)
    expect(await main()).not.toMatch(/Your membership ends on/)

    await press(page, 'button', 'Sign out')
    await reach(page, /^\/$/)
    await open(page, '/daily-deals')
    const [name] = await namesOfDeals(page)
    expect(name).toMatch(/Members save|Join to unlock/)
    await open(page, '/account')
    await named(page, 'heading', 'Please sign in to view your account.').wait()
  })
})

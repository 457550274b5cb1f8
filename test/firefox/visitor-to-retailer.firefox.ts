import { describe } from 'vitest'
import {
  arrive,
  expect,
  namesOfDeals,
  open,
  opening,
  press,
  reach,
  shown,
  signIn,
  test,
} from '#test/firefox/support/browser.ts'

const LOCKED = /(Members save \$[\d,]+\.\d\d|Join to unlock this deal)$/

describe('on a desktop', () => {
  test.override('device', 'desktop')

  test('a visitor meets a locked deal, signs in as a member, reads names and follows one to its shop', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const [, call] = /(\/api\/(deals\?page|log-event).*)/.exec(request.url()) ?? []
      if (call) asked.push(call)
    })
    await open(page, '/')
    await page.locator('main a[href="/daily-deals"]').click()
    await arrive(page, /^\/daily-deals/)
    await expect
      .poll(() => shown(page, 'h1'))
      .toMatch(/\d+ Retailers\.\s*One Curated Feed\.\s*(All \d+-\d+%|Up to \d+%) off\./)
    expect(await namesOfDeals(page)).toHaveLength(12)
    // An ended deal does not say what joining saves.
    const living = await namesOfDeals(page, { isLiving: true })
    expect(living.length).toBeGreaterThan(6)
    expect(living).toEqual(living.map(() => expect.stringMatching(LOCKED)))
    await press(page, 'button', 'Show More Deals')
    await expect.poll(() => namesOfDeals(page)).toHaveLength(24)
    await reach(page, /page=2/)

    await page.locator('.edition .card h3 a').click()
    await arrive(page, /^\/deal\//)
    await expect.poll(() => asked).toContain('/api/log-event')
    await expect.poll(() => shown(page)).toMatch(/Unlock the Deal Feed/)
    await page.goBack()
    await expect.poll(() => namesOfDeals(page)).toHaveLength(24)

    await signIn(page, 'member@demo.test')
    const [label = ''] = await namesOfDeals(page)
    expect(label).not.toMatch(LOCKED)
    const name = label.replace(' (opens in a new tab)', '')

    const track = /^\/track\?deal_id=.+&click_type=deal-card/
    const tab = await opening(page, () => page.locator('.edition .card h3 a').click(), track)
    await expect.poll(() => shown(tab)).toMatch(/Now taking you to [A-Z]/)
    await reach(tab, /^\/sandbox\/retailers\?to=/)
    expect(await shown(tab, 'h1')).toBe(name)
    expect(await shown(tab)).toMatch(/^\$[\d,]+\.\d\d/m)
  })
})

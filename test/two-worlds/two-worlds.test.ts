import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/support/databases/test-database.ts'
import { createMember } from '#test/support/factories.ts'
import { findLeaks } from './compare.ts'
import { findMailLeaks } from './mails.ts'
import { createWorld, DEAL_IDS, FREE_IDS } from './world.ts'

const MEMBERS_READ = [
  ...['?limit=48', '/preview', '/free', '/carousel/1', `/${DEAL_IDS[20]}?link=none`].map(
    (call) => `/api/deals${call}`,
  ),
  ...['/brands/house-3', '/retailers', `/api/deals/${DEAL_IDS[20]}/related`],
  ...['/', '/daily-deals', '/daily-deals?page=2', `/deal/${DEAL_IDS[20]}`],
  `/track?deal_id=${DEAL_IDS[20]}`,
]

test('two worlds that differ only in paid content look the same to everyone who has not paid', async () => {
  const one = await createWorld('one', await openTestDatabase())
  const two = await createWorld('two', await openTestDatabase())

  expect(await findLeaks(one, two)).toEqual([])
  expect(await findMailLeaks(one, two)).toEqual([])

  // A product that hides everything would pass too, so members must be able to tell the worlds apart.
  for (const world of [one, two]) {
    const member = await createMember(world.ctx)
    const feed = await world.as(member).inject({ url: '/api/deals?limit=48' })
    for (const deal of feed.json().deals) {
      expect(deal).toMatchObject({ isAccessible: true })
      expect(deal.productName && deal.domain && deal.retailer).toBeTruthy()
    }
    // The link to the shop is in no list and on no page, not even for members.
    for (const url of MEMBERS_READ) {
      const { body } = await world.as(member).inject({ url })
      expect(body, url).not.toMatch(/aquamarine-zephyrine-tote-\d|zyzzyva-\d/)
    }
    const page = await world.as(member).inject({ url: '/daily-deals' })
    expect(page.body).toContain(feed.json().deals[5].productName)
    const opened = await world.as(member).inject({ url: `/api/track/deal/${DEAL_IDS[20]}` })
    expect(opened.json().buyUrl).toMatch(/(aquamarine-zephyrine-tote|zyzzyva)-20($|&zymurgy=)/)
  }
  expect(FREE_IDS).toHaveLength(3)
  await one.close()
  await two.close()
  // Thousands of requests take time on a busy machine.
})

import type { BrowserContext, Page } from '@playwright/test'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { ADMIN_PASSWORD, openAdmin } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { type OwnServer, startOwnServer, withServer } from './own-server.ts'

/** The number of days with deals, and the number of deals on each. */
export const DAYS = 4
export const A_DAY = 40

const DAY_MS = 24 * 60 * 60 * 1000
const BRANDS = ['Elan Nord', 'Fold', 'Maison Test', 'Oriel']

/** The product with several days of deals: `Coat 0` is the newest. */
export const test = withServer('deals', async () => {
  const server = await startOwnServer({ environment: { ADMIN_PASSWORD } })
  // Late in the day, so that deals other journeys publish meanwhile sort after these.
  const evening = new Date(`${addDays(businessDay(new Date()), 1)}T03:30:00Z`)
  for (let number = 0; number < DAYS * A_DAY; number += 1) {
    const at = new Date(evening.getTime() - Math.floor(number / A_DAY) * DAY_MS)
    await createDeal(server.ctx, {
      id: dealId(number),
      brandName: BRANDS[number % BRANDS.length] ?? '',
      productName: `Coat ${number}`,
      createdAt: at,
      publishedAt: at,
      feedPosition: number % A_DAY,
      isPublished: number % 10 !== 3,
    })
  }
  return server
})

export const dealId = (number: number) => `coat${String(number).padStart(8, '0')}`

/** Signs this browser in to the back office. */
export async function signInAsAdmin(server: OwnServer, context: BrowserContext, name = '') {
  const admin = await openAdmin(server, name)
  const cookies = admin.cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server.url }
  })
  await context.addCookies(cookies)
  return admin
}

/** Confirms the warnings and publishes. */
export async function publishAnyway(page: Page) {
  const asked = page.getByRole('dialog', { name: 'Before this goes out' })
  // When some deals stay behind, the button says that the others go.
  await asked.getByRole('button', { name: /^Publish (anyway|the other)/ }).click()
}

export const row = (page: Page, number: number) => page.locator(`[data-deal="${dealId(number)}"]`)

export const bulkActions = (page: Page) =>
  page.getByRole('region', { name: 'Selection and last change' })

export async function storedDeal(server: OwnServer, number: number) {
  return server.db
    .selectFrom('deals')
    .select(['isPublished', 'showInSplash', 'isPreview', 'carouselAssignment', 'deletedAt'])
    .where('id', '=', dealId(number))
    .executeTakeFirstOrThrow()
}

/** Opens a room by the menu, which is beside the page or, on narrow screens, behind a button. */
export async function openRoom(page: Page, name: string) {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name, exact: true }).click()
}

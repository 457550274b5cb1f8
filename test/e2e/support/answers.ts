import type { Locator, Page } from '@playwright/test'
import { expect } from './browser.ts'

/** The id of a checkout as the payment provider makes them. */
export const SESSION_ID = 'cs_test_a1B2c3D4e5F6g7'

/** Answers a call in place of the server; `seen` collects what was sent. */
export async function answer(page: Page, call: string, status: number, body: unknown) {
  const seen: Array<{ body: Record<string, unknown>; headers: Record<string, string> }> = []
  await page.context().route(`**/api/${call}*`, (route) => {
    const request = route.request()
    if (request.method() === 'POST') {
      seen.push({ body: request.postDataJSON(), headers: request.headers() })
    }
    return route.fulfill({ status, json: body })
  })
  return seen
}

/** Has the server do what one change asks for, and loses its answer. What is read meanwhile comes as ever. */
export async function loseAnswer(page: Page, address: string) {
  let isLost = false
  await page.route(address, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}

/** Presses it twice: the first never arrives, of the second no answer comes. What is there then? */
export async function pressUnanswered(
  page: Page,
  {
    call,
    press,
    isThere,
    isDone,
  }: {
    call: string
    press: () => Promise<void>
    isThere: Locator
    isDone: Locator
  },
) {
  const toast = page.locator('.toast').filter({ hasText: 'It may be done or not.' })
  await page.route(call, (route) => route.abort('connectionreset'), { times: 1 })
  await press()
  await expect(toast).toHaveCount(1)
  await expect(toast).toContainText('No answer came')
  await expect(isThere).toBeVisible()
  // While what is there is read again a press does nothing.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await loseAnswer(page, call)
  await press()
  await expect(isDone).toBeVisible()
  await expect(isThere).toBeHidden()
  await expect(page.getByText('Nothing has changed')).toHaveCount(0)
}

import type { Locator, Page } from '@playwright/test'
import { expect } from './browser.ts'

/** A checkout id in the format of the payment provider. */
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

/** Lets the server apply one change and drops its response. Reads are answered as usual. */
export async function loseAnswer(page: Page, address: string) {
  let isLost = false
  await page.route(address, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}

/**
 * Presses a button twice: the first request never arrives, the response of the second is lost. Checks what
 * the page shows after each.
 */
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
  // While the page reads the state again, a press does nothing.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await loseAnswer(page, call)
  await press()
  await expect(isDone).toBeVisible()
  await expect(isThere).toBeHidden()
  await expect(page.getByText('Nothing has changed')).toHaveCount(0)
}

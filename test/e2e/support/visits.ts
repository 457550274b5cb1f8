import type { Page } from '@playwright/test'
import { expectGood } from './accessible.ts'
import { expectAccessible, open } from './browser.ts'

type Visit = [what: string, path: string, then?: (page: Page) => Promise<unknown>]

/** Opens each page, runs its steps and checks the result, which still includes what was there at first. */
export async function visit(page: Page, visits: Visit[]) {
  for (const [what, path, then] of visits) {
    await open(page, path)
    await then?.(page)
    await expectGood(page, what)
  }
}

export const openQuestions = async (page: Page) => {
  for (const question of await page.locator('summary').all()) await question.click()
}

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).click()

export const failing = (button: string) => async (page: Page) => {
  // Check now: the error message will replace some of the content.
  await expectAccessible(page)
  await press(button)(page)
  // The error is at its field, or above all fields.
  const atField = page.locator('[aria-invalid="true"]')
  await page.getByRole('alert').or(atField).first().waitFor()
}

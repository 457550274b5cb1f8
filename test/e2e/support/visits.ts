import type { Page } from '@playwright/test'
import { expectGood } from './accessible.ts'
import { expectAccessible, open } from './browser.ts'

type Visit = [what: string, path: string, then?: (page: Page) => Promise<unknown>]

/** Looks at each page, after what is done with it: what is there from the beginning is still there then. */
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
  // Where something is wrong, that is said in place of what was there.
  await expectAccessible(page)
  await press(button)(page)
  // At the field that is wrong, or above them all.
  const atField = page.locator('[aria-invalid="true"]')
  await page.getByRole('alert').or(atField).first().waitFor()
}

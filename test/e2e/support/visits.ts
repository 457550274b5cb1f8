import type { Page } from '@playwright/test'
import { expectGood } from './accessible.ts'
import { expectAccessible, open } from './browser.ts'

type Visit = [what: string, path: string, then?: (page: Page) => Promise<unknown>]

/** Looks at each page, as it is opened and after what is done with it. */
export async function visit(page: Page, visits: Visit[]) {
  for (const [what, path, then] of visits) {
    await open(page, path)
    if (then) {
      // What is there from the beginning is still there then, and looked at from all sides.
      await expectAccessible(page, what)
      await then(page)
    }
    await expectGood(page, what)
  }
}

export const openQuestions = async (page: Page) => {
  for (const question of await page.locator('summary').all()) await question.click()
}

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).click()

export const failing = (button: string) => async (page: Page) => {
  await press(button)(page)
  // At the field that is wrong, or above them all.
  const atField = page.locator('[aria-invalid="true"]')
  await page.getByRole('alert').or(atField).first().waitFor()
}

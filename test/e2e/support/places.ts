import type { Page } from '@playwright/test'

/** The cards of the feed's list. */
export const cards = (page: Page) => page.locator('.edition .card')

/** Returns the card in the middle of the screen and its position there. */
export function placeOf(page: Page) {
  return page.evaluate(() => {
    const middle = innerHeight / 2
    const all = [...document.querySelectorAll('.edition .card')]
    const card = all.find((each) => each.getBoundingClientRect().bottom > middle)
    return {
      link: card?.querySelector('h3 a')?.getAttribute('href'),
      top: Math.round(card?.getBoundingClientRect().top ?? 0),
    }
  })
}

/** Scrolls to a card as a reader does. */
export async function readTo(page: Page, index: number) {
  await cards(page).nth(index).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 137))
}

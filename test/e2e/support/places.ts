import type { Page } from '@playwright/test'

/** Of the list of the feed. */
export const cards = (page: Page) => page.locator('.edition .card')

/** The card in the middle of the screen, and where it stands there. */
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

/** As deep as somebody reads: at a card of the last page. */
export async function readTo(page: Page, index: number) {
  await cards(page).nth(index).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 137))
}

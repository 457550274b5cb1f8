import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScrolling, settle } from './browser.ts'

/** Viewport widths of a desktop, a tablet and a phone, in pixels. */
export const WIDTHS = [1440, 768, 375]
/** The width that 1280 px become at 400% zoom. */
const NARROWEST = 320
/** The viewport that 1440 x 900 px become at 200% zoom. */
const ZOOMED = { width: 720, height: 450 }
/** The default font size of browsers, in pixels. */
const LETTERS = 16

/**
 * Checks everything required of a page or an open dialog in one visit: axe at the widest and the narrowest
 * width, visible focus, room for wider text spacing, and no sideways scrolling at any width.
 */
export async function expectGood(page: Page, what: string, widths = WIDTHS) {
  // A page in the background is hardly ever painted.
  await page.bringToFront()
  // A window without focus keeps its toasts open.
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  const isOuter = (width: number) => width === widths[0] || width === widths.at(-1)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const where = `${what} at ${width} px`
    if (isOuter(width)) await expectAccessible(page, where, { isSeenBefore: width !== widths[0] })
    else await settle(page)
    await expectNoSidewaysScrolling(page, `${what} at ${width} px`)
    if (isOuter(width)) await expectFocusInSight(page, `${what} at ${width} px`)
  }
  if (widths.some((width) => width > ZOOMED.width)) {
    await page.setViewportSize(ZOOMED)
    await settle(page)
    await expectNoSidewaysScrolling(page, `${what} at 200%`)
    await expectFocusInSight(page, `${what} at 200%`)
  }
  await page.setViewportSize({ width: NARROWEST, height: 700 })
  await settle(page)
  await expectNoSidewaysScrolling(page, `${what} at 320 px`)
  await expectRoomForText(page, what)
  await page.setViewportSize({ width: widths[0] ?? NARROWEST, height: 900 })
}

/** WCAG 1.4.4: text twice as large causes no sideways scrolling, on a phone and on a desktop. */
export async function expectRoomForLargeText(page: Page, what: string) {
  const browser = await page.context().newCDPSession(page)
  await setLetters(LETTERS * 2)
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await settle(page)
    await expectNoSidewaysScrolling(page, `${what} in large letters at ${width} px`)
  }
  await setLetters(LETTERS)
  await browser.detach()

  /** Sets the browser's default font size, as its settings do: breakpoints in em or rem follow. */
  function setLetters(standard: number) {
    return browser.send('Page.setFontSizes', { fontSizes: { standard } })
  }
}

/** WCAG 1.4.12: with wider text spacing no text is cut off and nothing overflows. */
async function expectRoomForText(page: Page, what: string) {
  const cut = await page.evaluate(async () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      * {
        line-height: 1.5 !important;
        letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important;
      }
      p { margin-bottom: 2em !important }
    `)
    document.adoptedStyleSheets.push(sheet)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.closest('.sr, svg, [aria-hidden=true]') || !element.checkVisibility()) continue
      const { overflowX, overflowY } = getComputedStyle(element)
      const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      // Text for screen readers only sits in a box of one pixel.
      if (element.clientWidth <= 1) continue
      const isWide = clips(overflowX) && element.scrollWidth > element.clientWidth + 1
      const isHigh = clips(overflowY) && element.scrollHeight > element.clientHeight + 1
      const hasText = (element.textContent ?? '').trim() !== ''
      // These clip on purpose and scroll: a row of slides, a dialog around its scrolling content.
      const isRow = element.matches('.carousel-view, .row-of-deals, .entry-dialog')
      if ((isWide || isHigh) && hasText && !isRow) {
        found.push(`${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`)
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const beyond = [...document.querySelectorAll('body *')].filter(
        (element) =>
          !element.closest('.carousel-view') &&
          element.getBoundingClientRect().right > clientWidth + 1,
      )
      const names = beyond.map(({ tagName, className }) => `${tagName}.${className}`)
      found.push(`sticks out by ${scrollWidth - clientWidth} px: ${names.slice(0, 6)}`)
    }
    document.adoptedStyleSheets.pop()
    return found
  })
  expect.soft(cut, `${what} with text set wide`).toEqual([])
}

/** WCAG 2.4.7 and 2.4.11: the focused element shows its focus and is not covered. */
export async function expectFocusInSight(page: Page, what: string) {
  // A key press makes the browser assume a keyboard user, so `:focus-visible` applies.
  await page.keyboard.press('Shift')
  const wrong = await page.evaluate(lookAtFocus)
  expect.soft(wrong, `${what}: focus`).toEqual([])
}

/** Runs in the page. Returns what is wrong, one line per element. */
function lookAtFocus(): string[] {
  const before = document.activeElement
  if (before instanceof HTMLElement) before.blur()
  const place = { left: scrollX, top: scrollY, behavior: 'instant' } as const
  const top = document.querySelector('dialog:modal') ?? document.body
  const reachable =
    'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex="0"]:not(:empty)'
  // Slides scroll into view with a delay.
  const aside = '[inert], [aria-hidden=true], .carousel-view'
  const wrong: string[] = []
  for (const element of top.querySelectorAll<HTMLElement>(reachable)) {
    const isThere = element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
    if (element.tabIndex < 0 || !isThere || element.closest(aside)) continue
    element.focus()
    if (document.activeElement !== element) continue
    const name = (
      element.getAttribute('aria-label') ||
      element.textContent ||
      element.getAttribute('name') ||
      element.className
    ).slice(0, 40)
    if (!hasRing(element)) wrong.push(`${element.tagName} "${name}" shows no focus`)
    const over = coveredBy(element)
    if (over) wrong.push(`${element.tagName} "${name}" lies under ${over}`)
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  scrollTo(place)
  return wrong

  function hasRing(element: Element): boolean {
    const near = [element, element.nextElementSibling, element.previousElementSibling]
    for (let up = element.parentElement, level = 0; up && level < 4; up = up.parentElement) {
      near.push(up)
      level += 1
    }
    return near.some((each) => {
      if (!each) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
  }

  /** Names what covers the whole element; undefined when some of it can be seen. */
  function coveredBy(element: HTMLElement): string | undefined {
    const shown = element.closest('label') ?? element
    let over = 'nothing: out of the window'
    for (const rect of shown.getClientRects()) {
      // Of an element larger than the window, look only at the visible part.
      const [left, top] = [Math.max(rect.left, 0), Math.max(rect.top, 0)]
      const width = Math.min(rect.right, innerWidth) - left
      const height = Math.min(rect.bottom, innerHeight) - top
      for (const [across, down] of [
        [0.5, 0.5],
        [0.05, 0.1],
        [0.95, 0.1],
        [0.05, 0.9],
        [0.95, 0.9],
      ] as const) {
        const hit = document.elementFromPoint(left + width * across, top + height * down)
        if (!hit) continue
        if (shown.contains(hit) || hit.contains(shown)) return undefined
        over = `${hit.tagName}.${hit.className}`
      }
    }
    return over
  }
}

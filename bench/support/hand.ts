import type { Locator, Page } from '@playwright/test'

export type Way = 'mouse' | 'keys' | 'touch'
export type Effort = { presses: number; keys: number }

/** Uses a page with one kind of input, as a person would, and counts presses of mouse or finger, and keys. */
export function createHand(page: Page, way: Way) {
  const effort: Effort = { presses: 0, keys: 0 }

  async function key(name: string, times = 1) {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(name)
    effort.keys += times
  }

  /** Tabs to the target in the shorter direction. Repeats, because date and time fields have several stops. */
  async function reach(target: Locator) {
    await target.waitFor()
    for (let turn = 0; turn < 9; turn += 1) {
      const steps = await target.evaluate(stepsTo)
      if (steps === 0) return
      await key(steps > 0 ? 'Tab' : 'Shift+Tab', Math.abs(steps))
    }
    throw new Error(`The keyboard does not come to ${target}.`)
  }

  async function press(target: Locator) {
    if (way === 'keys') {
      await reach(target)
      // Waits until the button is no longer busy; for mouse and touch Playwright waits by itself.
      await target.and(page.locator(':not([aria-disabled=true])')).waitFor({ state: 'attached' })
      const isBox = await target.evaluate((element) => element.matches('[type=checkbox]'))
      return key(isBox ? 'Space' : 'Enter')
    }
    await (way === 'touch' ? target.tap() : target.click())
    effort.presses += 1
  }

  async function enter(target: Locator) {
    if (way === 'keys') await reach(target)
    else await press(target)
  }

  return {
    effort,
    way,
    press,
    /** Types into a field, replacing its content. */
    type: async (target: Locator, text: string) => {
      await enter(target)
      if ((await target.inputValue()) !== '') await key('ControlOrMeta+A')
      await page.keyboard.type(text)
      effort.keys += text.length
    },
    /** Pastes text copied elsewhere. */
    paste: async (target: Locator, text: string) => {
      await enter(target)
      await page.keyboard.insertText(text)
      effort.keys += 1
    },
    /** Chooses a file in the system's dialog: two presses, or its name and Enter. */
    choose: async (label: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
      const input = page.getByLabel(label, { exact: true })
      const asking = page.waitForEvent('filechooser')
      // The input is hidden: people press its label.
      await press(way === 'keys' ? input : page.locator('label').filter({ has: input }))
      await (await asking).setFiles(file)
      if (way === 'keys') effort.keys += file.name.length + 1
      else effort.presses += 2
    },
    key,
  }
}

/** Runs in the page: how many times Tab has to be pressed to reach the target; negative for backwards. */
function stepsTo(target: Element): number {
  const top = document.querySelector('dialog:modal') ?? document.body
  const may =
    'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex]'
  const found = [...top.querySelectorAll<HTMLElement>(may)].filter((element) => {
    const isLost = element.tabIndex < 0 || element.closest('[inert]') !== null
    return !isLost && element.checkVisibility({ visibilityProperty: true })
  })
  // A group of radio buttons has a single tab stop.
  const all = found.filter(
    (element) =>
      !(element instanceof HTMLInputElement && element.type === 'radio') || element.checked,
  )
  const to = all.indexOf(target as HTMLElement)
  const active = document.activeElement
  if (active === target) return 0
  const at = all.indexOf(active as HTMLElement)
  if (at >= 0) return to - at
  // The focus is between two of them.
  const behind = all.findIndex(
    (element) =>
      active !== null &&
      active !== document.body &&
      (active.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )
  return behind < 0 ? to + 1 : to >= behind ? to - behind + 1 : to - behind
}

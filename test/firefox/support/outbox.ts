import type { BrowserContext } from 'puppeteer-core'
import { expect, inject } from 'vitest'

/** Waits for a mail to this address and returns the path that its link leads to. */
export async function linkInMail(context: BrowserContext, to: string, path: RegExp) {
  const reader = await context.newPage()
  const mail = `li ::-p-text(${to})`
  await expect
    .poll(async () => {
      await reader.goto(`${inject('productUrl')}/sandbox/outbox`)
      return (await reader.$(mail)) !== null
    })
    .toBe(true)
  const href = await reader.$$eval(
    'li',
    (items, to) =>
      items
        .find((each) => each.textContent?.includes(to))
        ?.querySelector('a')
        ?.getAttribute('href'),
    to,
  )
  await reader.goto(new URL(href ?? 'none', reader.url()).href)
  const text = await reader.$eval('pre.text', ({ textContent }) => textContent ?? '')
  await reader.close()
  const links = [...text.matchAll(/https?:\/\/[^\s>]+/g)].map(([url]) => new URL(url))
  const link = links.find(({ pathname }) => path.test(pathname))
  if (!link) throw new Error(`The mail leads nowhere: ${text}`)
  return link.pathname + link.search
}

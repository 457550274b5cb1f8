import { readFileSync } from 'node:fs'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { openAdmin } from '#test/support/admin.ts'
import { expect, open, reload } from './browser.ts'
import type { OwnServer } from './own-server.ts'

export const picture = (name: string) => readFileSync(`demo/pictures/${name}.jpg`)
let nextLink = 1
export const newLink = (piece: string, shop = 'lindqvist.example') =>
  `https://www.${shop}/${piece}-${nextLink++}`

/** Opens the back office as an administrator of this name. */
export async function openBackOffice(context: BrowserContext, server: OwnServer, name: string) {
  const { cookie } = await openAdmin(server, name)
  const value = /admin=([^;]+)/.exec(cookie)?.[1] ?? ''
  await context.addCookies([{ name: 'admin', value, url: server.url, sameSite: 'Strict' }])
  const page = await context.newPage()
  await open(page, `${server.url}/admin`)
  return page
}

export async function openForm(page: Page): Promise<Locator> {
  const panel = page.locator('details', { hasText: 'Create New Deal' })
  await panel.getByText('Create New Deal', { exact: true }).click()
  await expect(panel.getByLabel('Buy URL')).toBeFocused()
  return panel
}

/** Copies text and pastes it, as from the address bar of another tab. */
export async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}

type Handed = { name: string; type: string; bytes: string }

/** Drops picture files on a form or pastes them into it. */
export async function hand(target: Locator, by: 'drop' | 'paste', names: string[]) {
  const files: Handed[] = names.map((name) => ({
    name: `${name}.jpg`,
    type: 'image/jpeg',
    bytes: picture(name).toString('base64'),
  }))
  await target.evaluate(
    (element, { by, files }) => {
      const transfer = new DataTransfer()
      for (const { name, type, bytes } of files) {
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([content], name, { type }))
      }
      const options = { bubbles: true, cancelable: true }
      const event =
        by === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...options, clipboardData: transfer })
      element.dispatchEvent(event)
    },
    { by, files },
  )
}

/** Drops the link to a picture, as if dragged from a shop's page. */
export async function dropLink(target: Locator, address: string) {
  await target.evaluate((element, dragged) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/uri-list', dragged)
    const options = { bubbles: true, cancelable: true, dataTransfer }
    element.dispatchEvent(new DragEvent('drop', options))
  }, address)
}

/** Enters a deal through the API, as the form does. */
export async function enterDeal(page: Page, facts: { link: string; brand: string; name: string }) {
  const created = await page.evaluate(async ({ link, brand, name }) => {
    const { csrfToken } = await (await fetch('/api/csrf-token')).json()
    const body = new FormData()
    const texts = { buyUrl: link, brandName: brand, productName: name, originalPrice: '900' }
    for (const [field, text] of Object.entries(texts)) body.set(field, text)
    const headers = { 'x-csrf-token': csrfToken }
    return (await fetch('/api/deals', { method: 'POST', headers, body })).json()
  }, facts)
  return created as { id: string }
}

export async function openEditor(page: Page, name: string): Promise<Locator> {
  await reload(page)
  await page.getByText(name).first().waitFor()
  await page.getByRole('button', { name: new RegExp(`Edit.*${name}`) }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Deal', exact: true })
  await expect(dialog.getByLabel('Product name')).toHaveValue(name)
  return dialog
}

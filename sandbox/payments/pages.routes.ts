import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Http } from '#app/server/http/http.ts'
import { checkoutPageRoutes } from './checkout-page.routes.ts'
import { consoleRoutes } from './console.routes.ts'
import { takeForms } from './hosted-page.ts'
import { invoicePageRoutes } from './invoice-page.routes.ts'
import { portalPageRoutes } from './portal-page.routes.ts'
import type { Processor } from './processor.ts'
import { threeDSecureRoutes } from './three-d-secure-page.routes.ts'

const CSS = 'text/css; charset=utf-8'
const ASSETS = [
  ['pages.css', 'payment-pages.css', CSS],
  ['hosted.css', 'hosted-page.css', CSS],
  ['console.css', 'console-page.css', CSS],
  ['checkout.js', 'checkout-page.browser.js', 'text/javascript; charset=utf-8'],
] as const

export type PageOptions = {
  publicUrl: string
  /** Who sells, as the buyer knows them. */
  merchant: string
}

/** The payment provider's hosted pages, the bank's page and the console. */
export function paymentPages(
  http: Http,
  processor: Processor,
  { publicUrl, merchant = new URL(publicUrl).host }: { publicUrl: string; merchant?: string },
) {
  const options: PageOptions = { publicUrl, merchant }

  http.register(async (pages: Http) => {
    pages.decorate('accessOfAll', 'everyone')
    takeForms(pages)
    for (const [name, file, type] of ASSETS) {
      const content = readFileSync(path.join(import.meta.dirname, file))
      pages.get(`/sandbox/payments/${name}`, (_request, reply) =>
        reply.type(type).header('cache-control', 'no-cache').send(content),
      )
    }
    checkoutPageRoutes(pages, processor, options)
    threeDSecureRoutes(pages, processor, options)
    invoicePageRoutes(pages, processor, options)
    portalPageRoutes(pages, processor, options)
    consoleRoutes(pages, processor)
  })
}

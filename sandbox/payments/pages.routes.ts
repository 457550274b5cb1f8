import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Http } from '#app/server/http/http.ts'
import { consoleRoutes } from '#sandbox/payments/console/console.routes.ts'
import { checkoutPageRoutes } from '#sandbox/payments/pages/checkout.routes.ts'
import { type PageOptions, takeForms } from '#sandbox/payments/pages/hosted.ts'
import { invoicePageRoutes } from '#sandbox/payments/pages/invoice.routes.ts'
import { portalPageRoutes } from '#sandbox/payments/pages/portal.routes.ts'
import { threeDSecureRoutes } from '#sandbox/payments/pages/three-d-secure.routes.ts'
import type { PaymentSandbox } from './sandbox.ts'

const CSS = 'text/css; charset=utf-8'
const ASSETS = [
  ['pages.css', 'pages/pages.css', CSS],
  ['hosted.css', 'pages/hosted.css', CSS],
  ['console.css', 'console/page.css', CSS],
  ['checkout.js', 'pages/checkout.browser.js', 'text/javascript; charset=utf-8'],
] as const

/** The payment provider's hosted pages, the bank's page and the console. */
export function paymentPages(
  http: Http,
  { processor, travel, destination }: Pick<PaymentSandbox, 'processor' | 'travel' | 'destination'>,
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
    consoleRoutes(pages, { processor, travel, destination })
  })
}

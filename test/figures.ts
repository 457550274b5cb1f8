import { newId } from '#app/server/ids.ts'
import { openAdmin } from './admin.ts'
import type { Person } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** What the back office answers, and what stands in a list of it. */
export async function readFigures(app: TestApp) {
  const { cookie } = await openAdmin(app)
  const ask = (path: string) => app.as({ cookie }).inject({ url: `/api/admin/figures/${path}` })
  return {
    ask,
    async get(path: string) {
      const response = await ask(path)
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.body}`)
      return response.json()
    },
    /** A file, as rows of cells; the first names the columns. */
    async file(path: string): Promise<string[][]> {
      const { body } = await ask(`csv/${path}`)
      return body
        .replace('\ufeff', '')
        .split('\r\n')
        .slice(0, -1)
        .map((line) =>
          [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)")?/g)].map(([, cell = '']) =>
            cell.replaceAll('""', '"'),
          ),
        )
    },
  }
}

type Click = { deal: { id: string }; at: string; who?: Pick<Person, 'id'>; kind?: string }

export async function insertClicks({ db }: TestApp, clicks: Click[]): Promise<void> {
  if (clicks.length === 0) return
  await db
    .insertInto('clicks')
    .values(
      clicks.map(({ deal, at, who, kind = 'click' }) => ({
        dealId: deal.id,
        userId: who?.id ?? null,
        clickType: 'deal-card' as const,
        kind: kind as 'click',
        clickedAt: new Date(at),
      })),
    )
    .execute()
}

type Payment = { at: string; cents: number; refunded?: number; currency?: string }

export async function insertPayments({ db }: TestApp, payments: Payment[]): Promise<void> {
  await db
    .insertInto('payments')
    .values(
      payments.map(({ at, cents, refunded = 0, currency = 'usd' }) => ({
        invoiceId: `in_${newId()}`,
        subscriptionId: `sub_${newId()}`,
        userId: null,
        amountCents: cents,
        refundedCents: refunded,
        currency,
        paidAt: new Date(at),
      })),
    )
    .execute()
}

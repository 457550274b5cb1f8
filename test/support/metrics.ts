import { beforeEach } from 'vitest'
import { newId } from '#app/server/ids.ts'
import { openAdmin } from './admin.ts'
import type { Person } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** 22:30 in Toronto, when it is already the next day in UTC. */
export const NOW = new Date('2026-11-22T03:30:00Z')
export const TODAY = '2026-11-21'

/** Empties everything that is counted before each test; returns the one call that most tests need. */
export function useMetrics(app: TestApp) {
  beforeEach(async () => {
    for (const table of [
      'clicks',
      'events',
      'checkouts',
      'payments',
      'subscriptions',
      'deals',
      'brands',
      'retailers',
      'users',
    ] as const) {
      await app.db.deleteFrom(table).execute()
    }
    app.setNow(NOW)
  })
  return async (path: string) => (await openMetrics(app)).get(path)
}

/** Opens the figures of the back office: whole responses, and the entries of its lists. */
export async function openMetrics(app: TestApp) {
  const { cookie } = await openAdmin(app)
  const ask = (path: string) => app.as({ cookie }).inject({ url: `/api/admin/figures/${path}` })
  return {
    ask,
    async get(path: string) {
      const response = await ask(path)
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.body}`)
      return response.json()
    },
    /** A CSV file as rows of cells; the first row names the columns. */
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

export const bar = <B extends { first: string }>(bars: B[], day: string) =>
  bars.find(({ first }) => first === day)

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

/** Records a click at that moment on a deal that is locked for the owner of this cookie. */
export async function clickLocked(app: TestApp, deal: { id: string }, at: Date, cookie = '') {
  app.setNow(at)
  const eventData = { dealId: deal.id }
  const payload = { eventType: 'locked-deal-click', eventData }
  await app.as({ cookie }).inject({ method: 'POST', url: '/api/log-event', payload })
  app.setNow(NOW)
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

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { findLastChecks } from '#app/checks/server/checks.ts'
import { listFindings } from '#app/checks/server/findings.ts'
import { findNextRequest } from '#app/checks/server/looking/work.queries.ts'
import { enrol, lookAtDue } from '#app/checks/server/looking/work.ts'
import type { Trx } from '#app/db/database.ts'
import { doWhatIsDue } from '#app/deals/server/life/life.ts'
import { createReadOutside } from '#app/server/outside-fetch.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'
import { createDeal, type DealDraft } from '#test/support/factories.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void
type Request = {
  host: string
  path: string
  at: number
  agent: string
  ifNoneMatch: string | undefined
}

export const MORNING = new Date('2026-11-20T14:00:00Z')

export const sells =
  (price: number, more: Record<string, unknown> = {}): Answer =>
  (_request, response) => {
    const data = {
      ...{ '@type': 'Product', name: 'Leather tote', brand: 'Maison Test' },
      offers: { '@type': 'Offer', price, priceCurrency: 'USD', availability: 'InStock', ...more },
    }
    response.writeHead(200, { 'content-type': 'text/html', etag: `"${price}"` })
    response.end(
      `<title>Leather tote</title><script type="application/ld+json">${JSON.stringify(data)}</script>`,
    )
  }
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(code, headers).end()
export const text =
  (words: string): Answer =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/plain' }).end(words)
export const leadsTo = (location: string) => status(302, { location })
export const SOLD_OUT = sells(400, { availability: 'https://schema.org/OutOfStock' })

/** Provides an app whose internet is one server: it plays every shop, and inside.example stands for an
 * internal host. Before each test there are no deals, no requests were made, and it is {@link MORNING}. */
export function useShops() {
  const answers = new Map<string, Answer>()
  const requests: Request[] = []
  let underWay = new Map<string, number>()
  let mostAtOnce = 0
  const shops: Server = createServer((request, response) => {
    const host = String(request.headers.host).replace(/:\d+$/, '')
    const now = (underWay.get(host) ?? 0) + 1
    underWay.set(host, now)
    mostAtOnce = Math.max(mostAtOnce, now)
    response.on('close', () => underWay.set(host, (underWay.get(host) ?? 1) - 1))
    requests.push({
      ...{ host, path: request.url ?? '', at: clock() },
      agent: String(request.headers['user-agent']),
      ifNoneMatch: request.headers['if-none-match'],
    })
    const answer = answers.get(`${host}${request.url}`) ?? answers.get(host)
    if (answer) return answer(request, response)
    response.writeHead(404).end()
  })
  let port = 0
  /** The app's own clock, once the app exists. */
  let clock = () => 0
  const outside = createReadOutside({
    resolve: async (host) => [host === 'inside.example' ? '10.0.0.7' : '127.0.0.1'],
    isAllowed: (address) => address === '127.0.0.1',
    isAllowedPort: () => true,
  })

  const app: TestApp = useTestApp({
    environment: { PRICE_CHECKS: '1' },
    readOutside: (address, question) => outside(address, { ...question, timeoutMs: 400 }),
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => shops.listen(0, '127.0.0.1', resolve))
    port = (shops.address() as AddressInfo).port
  })
  afterAll(() => {
    shops.closeAllConnections()
    shops.close()
  })
  beforeEach(async () => {
    clock = () => app.ctx.now().getTime()
    await doWhatIsDue(app.ctx)
    app.setNow(MORNING)
    answers.clear()
    requests.length = 0
    underWay = new Map()
    mostAtOnce = 0
    await app.db.deleteFrom('deals').execute()
    for (const table of ['checkHosts', 'checkFindings'] as const)
      await app.db.deleteFrom(table).execute()
  })

  /** Returns a link to a page of that shop. */
  const linkTo = (host: string, path = '/tote') => `http://${host}:${port}${path}`

  /** Creates a deal of its own shop, at $400, before $1,000. */
  async function deal(host: string, draft: Partial<DealDraft> = {}) {
    const buyUrl = `${linkTo(host)}`
    return createDeal(app.ctx, { buyUrl, domain: host, retailerName: host, ...draft })
  }

  /** Makes all checks that fall due within `ms`, request by request at the shops' pace. */
  async function lookFor(ms: number) {
    const end = app.ctx.now().getTime() + ms
    await enrol(app.ctx)
    for (;;) {
      await lookAtDue(app.ctx)
      const next = await findNextRequest(app.db)
      if (!next || next.getTime() > end) break
      app.setNow(new Date(Math.max(next.getTime(), app.ctx.now().getTime() + 1)))
    }
    app.setNow(new Date(end))
  }

  async function look(host: string, answer: Answer) {
    answers.set(host, answer)
    answers.set(`${host}/robots.txt`, answers.get(`${host}/robots.txt`) ?? status(404))
    await lookFor(MINUTE_MS)
  }

  const checkOf = async (id: string) => (await findLastChecks(app.db, [id])).get(id)
  const answerOf = async (id: string) => (await checkOf(id))?.answer
  const dealOf = (id: string) =>
    app.db
      .selectFrom('deals')
      .select(['salePriceCents', 'originalPriceCents', 'endedReason', 'isPriceProven', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  /** Findings that wait for a person. */
  const waiting = async () =>
    (await listFindings(app.db, { states: ['waiting'], limit: 50 })).findings
  const inOne = <T>(work: (trx: Trx) => Promise<T>) => app.db.transaction().execute(work)

  return {
    app,
    answers,
    requests,
    linkTo,
    deal,
    lookFor,
    look,
    checkOf,
    answerOf,
    dealOf,
    waiting,
    inOne,
    mostAtOnce: () => mostAtOnce,
  }
}

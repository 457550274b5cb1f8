import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENTS_WE_HEAR } from '#app/membership/server/webhooks/webhook.rules.ts'
import { queues } from '#app/queues.ts'
import { madeUpEvent, sign, WEBHOOK_PATH, WEBHOOK_SECRET } from '#test/payments/webhooks.ts'
import { createServerDatabase } from '#test/support/databases/test-database.ts'
import { freePort } from '#test/support/free-port.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { type Sample, scrape, sum } from './scrape.ts'
import { openTraceReceiver, type TraceReceiver } from './trace-receiver.ts'

const CANARY = 'canary-8f3a'
const EMAIL = `${CANARY}@people.test`
const GIVEN_ID = 'given-by-our-proxy-1'
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-seen-'))

let url: string
let metricsUrl: string
let receiver: TraceReceiver
let server: ServerProcess
let first: Sample[]
let before: Sample[]
let after: Sample[]
let families: string[]
const logLines: Array<Record<string, unknown>> = []
let mail = ''
let publicAnswer = 0
let otherAnswer = 0

const call = (address: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(url + address, {
    redirect: 'manual',
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { origin: url, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
  })

/** Sends an event as the payment provider does. */
const tell = (event: object, timestamp?: number) =>
  call(WEBHOOK_PATH, event, {
    'stripe-signature': sign(JSON.stringify(event), timestamp === undefined ? {} : { timestamp }),
  })

/** A process on a database server, behind one proxy of ours, during a busy minute. */
beforeAll(async () => {
  receiver = await openTraceReceiver()
  const [port, metricsPort] = [await freePort(), await freePort()]
  url = `http://localhost:${port}`
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  server = await startServer({
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: folder,
    DATABASE_URL: await createServerDatabase(),
    TRUST_PROXY: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-club=yes',
    OTEL_SERVICE_NAME: 'the-club',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  })
  first = (await scrape(metricsUrl)).samples
  await call(`/?utm_source=${CANARY}`)
  await call('/daily-deals')
  before = (await scrape(metricsUrl)).samples

  publicAnswer = (await call('/metrics')).status
  otherAnswer = (await fetch(metricsUrl.replace('/metrics', '/'))).status
  await call('/daily-deals')
  for (let n = 0; n < 30; n += 1) {
    await call(`/${CANARY}/${n}?q=${CANARY}`)
    await call(`/api/${CANARY}-${n}`)
    await call(`/api/deals/${CANARY}${n}`)
    await call(`/deal/${CANARY}${n}`)
  }
  await fetch(`${url}/${CANARY}`, { method: 'PROPFIND' })
  await call('/api/login', { email: EMAIL, password: CANARY })
  await call(WEBHOOK_PATH, { id: CANARY })
  const paid = madeUpEvent({ type: 'invoice.paid', data: { object: {} } })
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  // Each reason occurs a different number of times.
  for (let n = 0; n < 2; n += 1) await tell(paid, hourAgo)
  for (let n = 0; n < 3; n += 1) await tell({ ...paid, id: '' })
  for (let n = 0; n < 4; n += 1) await tell({ ...paid, livemode: true })
  await call(
    '/api/sign-up',
    { email: EMAIL, password: `${CANARY}-Password` },
    { 'x-request-id': GIVEN_ID, traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` },
  )
  await call('/api/offer', undefined, {
    'x-request-id': `${CANARY} "forged"`,
    traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  })
  const outbox = path.join(folder, 'outbox')
  while (!mail) {
    await delay(20)
    const [file] = readdirSync(folder).includes('outbox')
      ? readdirSync(outbox).filter((name) => name.endsWith('.eml'))
      : []
    if (file) mail = readFileSync(path.join(outbox, file), 'utf8')
  }
  // A mail is counted once it is sent and recorded; its job is counted a moment later.
  while (
    !sum(after ?? [], 'nouveau_mails_total', { fate: 'sent' }) ||
    !sum(after, 'nouveau_job_seconds_count', { queue: 'mail', outcome: 'done' })
  ) {
    after = (await scrape(metricsUrl)).samples
  }
  families = (await scrape(metricsUrl)).families
  await server.stop()
  const lines = server.output().split('\n')
  logLines.push(...lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)))
})
afterAll(async () => {
  await server?.stop()
  await receiver?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the metrics of a process', () => {
  test('are at a port of their own and nowhere on the public one', () => {
    expect(publicAnswer).toBe(404)
    expect(otherAnswer).toBe(404)
    for (const name of [
      'nouveau_http_requests_total',
      'nouveau_http_request_seconds',
      'nouveau_http_connections_open',
      'nouveau_http_shed_total',
      'nouveau_database_connections',
      'nouveau_database_waiting',
      'nouveau_database_statement_seconds',
      'nouveau_jobs',
      'nouveau_job_oldest_seconds',
      'nouveau_job_seconds',
      'nouveau_webhooks_refused_total',
      'nouveau_mails_total',
      'nouveau_sockets_open',
      'nouveau_cache_reads_total',
      'nouveau_cache_answers',
      'nouveau_sign_ins_total',
      'nouveau_sessions',
      'nouveau_clock_ahead_seconds',
      'nouveau_data_disk_bytes',
      'nouveau_guarantee_claims',
      'nouveau_outbound_request_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_heap_size_used_bytes',
      'process_resident_memory_bytes',
    ]) {
      expect(families, name).toContain(name)
    }
  })

  test('count what happened, by the pattern of its route', () => {
    const requests = (labels: Record<string, string>) =>
      (sum(after, 'nouveau_http_requests_total', labels) ?? 0) -
      (sum(before, 'nouveau_http_requests_total', labels) ?? 0)
    expect(requests({ route: '/daily-deals', class: 'page', status: '2xx' })).toBe(1)
    expect(requests({ route: '/api/deals/:dealId', status: '4xx', class: 'call' })).toBe(30)
    expect(requests({ route: '/deal/:dealId', status: '4xx' })).toBe(30)
    expect(requests({ route: 'none', status: '4xx' })).toBeGreaterThanOrEqual(60)
    expect(requests({ route: '/api/sign-up', method: 'POST' })).toBe(1)
    expect(requests({ class: 'inside' })).toBeGreaterThan(30)
    expect(sum(after, 'nouveau_http_request_seconds_count', { route: '/daily-deals' })).toBe(2)

    expect(sum(after, 'nouveau_sign_ins_total', { door: 'account', outcome: 'wrong' })).toBe(1)
    for (const [at, reason] of ['not signed', 'far from now', 'no event', 'other mode'].entries()) {
      expect(sum(after, 'nouveau_webhooks_refused_total', { reason }), reason).toBe(at + 1)
    }
    expect(sum(after, 'nouveau_mails_total', { fate: 'sent' })).toBe(1)
    expect(sum(after, 'nouveau_job_seconds_count', { queue: 'mail', outcome: 'done' })).toBe(1)
    expect(sum(after, 'nouveau_cache_reads_total', { outcome: 'hit' })).toBeGreaterThan(0)
    expect(sum(after, 'nouveau_database_connections')).toBeGreaterThan(0)
    expect(sum(after, 'nouveau_database_statement_seconds_count')).toBeGreaterThan(30)
    expect(sum(after, 'nouveau_announcements_heard')).toBe(1)
    expect(sum(after, 'nouveau_sessions')).toBe(0)
    expect(sum(after, 'nouveau_data_disk_bytes')).toBeGreaterThan(1e6)
    expect(Math.abs(sum(after, 'nouveau_clock_ahead_seconds') ?? 999)).toBeLessThan(30)
  })

  test('name nobody and nothing that somebody sent, and are no more for made-up addresses', () => {
    expect(JSON.stringify(after)).not.toContain(CANARY)
    const labels = after.flatMap((sample) => Object.entries(sample.labels))
    for (const [label, value] of labels) {
      expect(value, label).toMatch(/^[\w ./:*+-]{1,80}$/)
    }
    const routesOf = (samples: Sample[]) => samples.flatMap(({ labels }) => labels.route ?? [])
    const declared = new Set(routesOf(first))
    expect(routesOf(after).filter((route) => !declared.has(route))).toEqual([])
    // A hundred and twenty new addresses add only three routes.
    const series = (samples: Sample[]) =>
      samples.filter(({ name }) => name === 'nouveau_http_requests_total').length
    expect(series(after) - series(before)).toBeLessThan(25)
  })
})

describe('what an alarm asks the growth of is zero before it has ever happened', () => {
  const isZero = (name: string, labels: Record<string, string>) =>
    expect(sum(first, name, labels), `${name} ${JSON.stringify(labels)}`).toBe(0)

  test('whatever it asks of', () => {
    const asked = grownIn(readFileSync('deploy/observability/alerts.yml', 'utf8'))
    expect(asked.length).toBeGreaterThan(12)
    for (const { name, matches } of asked) {
      const found = first.filter((sample) => sample.name === name && matches(sample.labels))
      // Latency rules need many requests and a window of ten minutes.
      if (!name.startsWith('nouveau_http_request_seconds')) expect(found, name).not.toEqual([])
    }
  })

  test('failures of every route', async () => {
    const app = await createTestApp()
    const routes = app.http.routeTable.map(({ method, url, requestClass }) => {
      return { method, route: url, class: requestClass }
    })
    await app.close()
    expect(routes.filter((route) => route.class === 'checkout').length).toBeGreaterThan(2)
    for (const route of [...routes, { method: 'GET', route: 'none', class: 'page' }]) {
      isZero('nouveau_http_requests_total', { ...route, status: '5xx' })
    }
  })

  test('events of the payment provider, and jobs', () => {
    for (const type of [...EVENTS_WE_HEAR, 'other']) {
      isZero('nouveau_webhooks_total', { type, outcome: 'failed' })
    }
    for (const queue of Object.keys(queues)) {
      isZero('nouveau_job_seconds_count', { queue, outcome: 'failed' })
    }
  })
})

/** Returns the counters that rules take the growth of, with matchers such as `label="value"`, `!=` or `=~`. */
function grownIn(rules: string) {
  return [...rules.matchAll(/\b(nouveau_\w+)(?:\{([^}]*)\})?\[/g)].map(
    ([, name = '', matchers = '']) => {
      const all = [...matchers.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)]
      const matches = (labels: Record<string, string>) =>
        all.every(([, label = '', how, value = '']) => {
          const said = labels[label] ?? ''
          if (how === '=~') return new RegExp(`^(${value})$`).test(said)
          return (said === value) === (how === '=')
        })
      return { name, matches }
    },
  )
}

test('every metric that the dashboard and the alarms ask for is there', () => {
  const there = new Set([...families, ...declaredBy('src/server/observability/workers.ts'), 'up'])
  for (const file of ['grafana-dashboard.json', 'alerts.yml', 'alerts.test.yml']) {
    const text = readFileSync(`deploy/observability/${file}`, 'utf8')
    expect(namedIn(text).length, file).toBeGreaterThan(15)
    expect(namedIn(text).filter((name) => !there.has(name) && !there.has(base(name)))).toEqual([])
  }
  expect(namedIn('sum(rate(nouveau_gone_total[5m]))')).toEqual(['nouveau_gone_total'])
})

/** Prometheus has three names for each histogram. */
const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '')

function namedIn(text: string): string[] {
  return [...new Set(text.match(/\b(nouveau|nodejs|process)_[a-z0-9_]+/g))]
}

/** Returns the metrics named in a file; only the process that supervises workers reports them. */
function declaredBy(file: string): string[] {
  return namedIn(readFileSync(file, 'utf8'))
}

describe('a trace', () => {
  const spanOf = (name: string) => {
    const found = receiver.spans.filter((span) => span.name === name)
    expect(found.length, name).toBeGreaterThan(0)
    return found as [(typeof found)[number]]
  }

  test('goes where it is to go, in the name of the service', () => {
    expect(receiver.requests[0]).toMatchObject({ url: '/v1/traces', headers: { 'x-club': 'yes' } })
    expect(receiver.text()).toContain('the-club')
  })

  test('begins with the request, in the trace of our own proxy, and has what it asked the database', () => {
    const [request] = spanOf('POST /api/sign-up')
    expect(request).toMatchObject({
      traceId: TRACE_ID,
      parentSpanId: '00f067aa0ba902b7',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/sign-up',
        'http.response.status_code': 200,
        'nouveau.request.id': GIVEN_ID,
      },
    })
    const statements = receiver.spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
    expect(statements.map(({ name }) => name)).toContain('insert mails')
    for (const { attributes } of statements) {
      expect(attributes['db.system.name']).toBe('postgresql')
    }
  })

  test('of a page has the calls that the page is made of', () => {
    const pages = receiver.spans.filter(({ name }) => name === 'GET /daily-deals')
    const ids = new Set(pages.map(({ spanId }) => spanId))
    const calls = receiver.spans.filter(({ parentSpanId }) => ids.has(parentSpanId ?? ''))
    expect(calls.map(({ name }) => name)).toContain('GET /api/deals')
  })

  test('of a job leads back to the request that asked for it', () => {
    const [request] = spanOf('POST /api/sign-up')
    const [job] = spanOf('job mail')
    expect(job.traceId).not.toBe(TRACE_ID)
    expect(job.links).toEqual([
      expect.objectContaining({ traceId: TRACE_ID, spanId: request.spanId }),
    ])
    const [sent] = spanOf('mail send')
    expect(sent).toMatchObject({ traceId: job.traceId, parentSpanId: job.spanId })
  })

  test('is begun anew where what came with the request is no trace', () => {
    const [offer] = receiver.spans.filter(
      ({ name, parentSpanId }) => name === 'GET /api/offer' && !parentSpanId,
    )
    expect(offer?.traceId).toMatch(/^(?!0{32})[\da-f]{32}$/)
  })

  test('names nobody, nothing that somebody sent, and no value of a statement', () => {
    const text = receiver.text()
    expect(text.length).toBeGreaterThan(10_000)
    expect(text).not.toContain(CANARY)
    expect(text).not.toMatch(/\w@\w|127\.0\.0\.1|Mozilla|\$argon2|\?q=/)
  })
})

describe('the id of a request', () => {
  test('is the proxy’s where it is well formed, also in the log of its mail and in the mail', () => {
    expect(mail).toContain(`\r\nX-Request-ID: ${GIVEN_ID}\r\n`)
    expect(logLines.find(({ msg }) => msg === 'a mail was sent')).toMatchObject({
      reqId: GIVEN_ID,
      queue: 'mail',
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
    })
    expect(logLines.find(({ route }) => route === '/api/sign-up')).toMatchObject({
      reqId: GIVEN_ID,
      traceId: TRACE_ID,
    })
    expect(JSON.stringify(logLines)).not.toContain(CANARY)
  })
})

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import lighthouse from 'lighthouse'
import { CHROMIUM_ARGS, findChromium } from '#scripts/tests/needs.ts'
import { freePort } from '#test/support/free-port.ts'
import { temporaryFolder } from './server-under-test.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export const METRICS = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
  'speed-index': 'SI ms',
} as const
export const BYTE_TYPES = ['Document', 'Script', 'Stylesheet', 'Font', 'Image'] as const

export type Audited = {
  /** 0 to 100 each. */
  scores: Record<string, number>
  metrics: Record<string, number>
  /** Score and blocking time of the same visit, as if each thread had had a core of its own. */
  unhindered: { performance: number; blockingMs: number }
  /** Bytes transferred from our own server, by type. */
  bytes: Record<string, number>
  foreignRequests: string[]
  /** The names of audits that cost points. */
  failures: string[]
  /** The machine's speed at that moment, by Lighthouse's benchmark index. */
  machineIndex: number
}

type NetworkRequest = { url: string; resourceType?: string; transferSize?: number }

/**
 * The CPU slowdown that turns a machine of this index into a mid-range phone. Lighthouse's default of four
 * assumes a fast desktop with an index of 1500 to 2000; on a machine half as fast it would simulate a phone
 * half as fast. Its page on throttling describes this calibration.
 */
export function slowdownOf(machineIndex: number): number {
  return Math.max(1, (USUAL_SLOWDOWN * machineIndex) / FAST_DESKTOP_INDEX)
}

export const USUAL_SLOWDOWN = 4
const FAST_DESKTOP_INDEX = 1750

/** On a busy machine Lighthouse may fail to measure. */
const TRIES = 3

/**
 * Audits one visit of a phone with an empty profile, simulating its slow network and a CPU slower by this
 * factor.
 */
export async function audit(url: string, slowdown: number): Promise<Audited> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const audited = await visit(url, slowdown)
    if (audited) return audited
  }
  throw new Error(`${url} could not be measured.`)
}

async function visit(url: string, slowdown: number): Promise<Audited | undefined> {
  const browser = await startBrowser()
  const artifacts = temporaryFolder()
  const settings = {
    logLevel: 'silent' as const,
    onlyCategories: [...CATEGORIES],
    throttling: { cpuSlowdownMultiplier: slowdown },
    auditMode: artifacts.folder,
  }
  try {
    const { port } = browser
    const result = await lighthouse(url, { ...settings, port, gatherMode: artifacts.folder })
    if (!result) throw new Error(`There is no report on ${url}.`)
    const { lhr } = result
    if (lhr.runtimeError || lhr.categories.performance?.score == null) return undefined
    giveCores(artifacts.folder)
    const unhindered = (await lighthouse(url, settings))?.lhr
    const details = lhr.audits['network-requests']?.details as { items?: NetworkRequest[] }
    const requests = (details.items ?? []).filter((request) => /^(https?|wss?):/.test(request.url))
    const own = requests.filter((request) => new URL(request.url).host === new URL(url).host)
    return {
      scores: Object.fromEntries(
        CATEGORIES.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
      ),
      metrics: Object.fromEntries(
        Object.keys(METRICS).map((name) => [
          name,
          lhr.audits[name]?.numericValue ?? Number.POSITIVE_INFINITY,
        ]),
      ),
      unhindered: {
        performance: Math.round((unhindered?.categories.performance?.score ?? 0) * 100),
        blockingMs: unhindered?.audits['total-blocking-time']?.numericValue ?? Number.NaN,
      },
      bytes: Object.fromEntries(BYTE_TYPES.map((type) => [type, bytesOf(own, type)])),
      foreignRequests: requests.filter((request) => !own.includes(request)).map((one) => one.url),
      failures: failuresOf(lhr),
      machineIndex: lhr.environment.benchmarkIndex,
    }
  } finally {
    await browser.stop()
    artifacts.remove()
  }
}

/** Times are in microseconds; `tts` and `tdur` are thread time, which excludes waiting for a core. */
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur: number
  tts?: number
  tdur?: number
}

/**
 * Rewrites the trace with thread time instead of wall time. Without a graphics card the browser paints on the
 * cores that run the page, which would lengthen the page's tasks.
 */
function giveCores(folder: string) {
  const name = readdirSync(folder).find(
    (each) => /trace.*\.json$/i.test(each) && !/error/i.test(each),
  )
  if (!name) throw new Error('Lighthouse has kept no trace.')
  const file = path.join(folder, name)
  const trace = JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: TraceEvent[] }
  const threads = Map.groupBy(trace.traceEvents, ({ pid, tid }) => `${pid} ${tid}`)
  for (const events of threads.values()) {
    const tasks = outermostTasks(events)
    let at = 0
    for (const event of events.toSorted((a, b) => a.ts - b.ts)) {
      while ((tasks[at]?.endsAt ?? Number.POSITIVE_INFINITY) < event.ts) at += 1
      const task = tasks[at]
      if (!task || event.ts < task.ts) continue
      const since = event.tts === undefined ? event.ts - task.ts : event.tts - task.tts
      event.ts = task.ts + Math.min(task.tdur, Math.max(0, since))
      if (event.tdur !== undefined) event.dur = Math.min(event.tdur, task.ts + task.tdur - event.ts)
    }
  }
  writeFileSync(file, JSON.stringify(trace))
}

function outermostTasks(events: TraceEvent[]) {
  const tasks = events
    .flatMap(({ name, ph, ts, dur, tts, tdur }) =>
      ph === 'X' && name.includes('RunTask') && tts !== undefined && tdur !== undefined
        ? { ts, tts, tdur, endsAt: ts + dur }
        : [],
    )
    .sort((a, b) => a.ts - b.ts || b.endsAt - a.endsAt)
  let endsAt = 0
  return tasks.filter((task) => {
    if (task.ts < endsAt) return false
    endsAt = task.endsAt
    return true
  })
}

type Report = {
  categories: Record<string, { auditRefs: Array<{ id: string; weight: number }> }>
  audits: Record<string, { score: number | null }>
}

/** Without the metrics, which are printed separately. */
function failuresOf({ categories, audits }: Report): string[] {
  return Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && !(id in METRICS) && audits[id]?.score !== null)
      .filter(({ id }) => (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  )
}

function bytesOf(requests: NetworkRequest[], type: string): number {
  return requests
    .filter(({ resourceType }) => resourceType === type)
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
}

/** Starts the system's browser, with background network access disabled. */
async function startBrowser() {
  const { folder, remove } = temporaryFolder()
  const port = await freePort()
  const child = spawn(
    findChromium() ?? 'chromium',
    [
      ...CHROMIUM_ARGS,
      '--headless=new',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${folder}`,
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
      '--disable-extensions',
      '--disable-default-apps',
      '--disable-domain-reliability',
      '--metrics-recording-only',
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  await untilListening(port)
  return {
    port,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      remove()
    },
  }
}

async function untilListening(port: number) {
  for (let tries = 0; tries < 600; tries += 1) {
    const isListening = await fetch(`http://127.0.0.1:${port}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isListening) return
    await delay(50)
  }
  throw new Error('The browser did not start.')
}

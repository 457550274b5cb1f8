import { spawn } from 'node:child_process'
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
  /** Over the wire, of what our own server sent. */
  bytes: Record<string, number>
  foreignRequests: string[]
  /** What cost points, by name. */
  failures: string[]
  /** How fast the machine was at that moment, by the tool's own little test. */
  machineIndex: number
}

type NetworkRequest = { url: string; resourceType?: string; transferSize?: number }

/**
 * By how much a machine of this index is slowed to be a phone of the middle: the tool's own four are for a fast desktop,
 * of index 1500 to 2000, and of one half as fast they make a phone half as fast. The tool's page on throttling says how to
 * calibrate it.
 */
export function slowdownOf(machineIndex: number): number {
  return Math.max(1, (USUAL_SLOWDOWN * machineIndex) / FAST_DESKTOP_INDEX)
}

export const USUAL_SLOWDOWN = 4
const FAST_DESKTOP_INDEX = 1750

/** A machine that is too busy can keep the tool from measuring at all. */
const TRIES = 3

/** One visit of a phone with an empty profile, its slow network and so many times slower processor computed. */
export async function audit(url: string, slowdown: number): Promise<Audited> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const audited = await visit(url, slowdown)
    if (audited) return audited
  }
  throw new Error(`${url} could not be measured.`)
}

async function visit(url: string, slowdown: number): Promise<Audited | undefined> {
  const browser = await startBrowser()
  try {
    const result = await lighthouse(url, {
      port: browser.port,
      logLevel: 'silent',
      output: 'json',
      onlyCategories: [...CATEGORIES],
      throttling: { cpuSlowdownMultiplier: slowdown },
    })
    if (!result) throw new Error(`There is no report on ${url}.`)
    const { lhr } = result
    if (lhr.runtimeError || lhr.categories.performance?.score == null) return undefined
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
      bytes: Object.fromEntries(BYTE_TYPES.map((type) => [type, bytesOf(own, type)])),
      foreignRequests: requests.filter((request) => !own.includes(request)).map((one) => one.url),
      failures: failuresOf(lhr),
      machineIndex: lhr.environment.benchmarkIndex,
    }
  } finally {
    await browser.stop()
  }
}

type Report = {
  categories: Record<string, { auditRefs: Array<{ id: string; weight: number }> }>
  audits: Record<string, { score: number | null }>
}

/** Metrics are printed as figures of their own. */
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

/** The system's own browser: nothing it does by itself leaves this machine. */
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

import { loadavg } from 'node:os'
import {
  type Audited,
  audit,
  BYTE_TYPES,
  CATEGORIES,
  METRICS,
  slowdownOf,
  USUAL_SLOWDOWN,
} from '#bench/support/lighthouse-run.ts'
import { median, startServer, temporaryFolder } from '#bench/support/server-under-test.ts'

/** The lowest score a page may have. */
const LIMITS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
/** Scores vary from run to run: the median of this many counts. */
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3)
/**
 * `ONLY`: addresses that begin with it, with nothing configured. `CALIBRATED=1` slows down according to the
 * machine's index.
 */
const { ONLY, CALIBRATED } = process.env
/** Tags that marketing would load after consent; nobody has given it. */
const TRACKING = {
  TAG_MANAGER_ID: 'GTM-BENCH00',
  CONVERSIONS_URL: 'http://127.0.0.1:9/events',
  CONVERSIONS_TOKEN: 'bench-token-of-nobody-0123456789',
}

/**
 * Audits the public pages for a visitor on a phone: with nothing configured, and with tracking configured but
 * no consent. Sets exit code 1 if a page is below the limits.
 */
async function benchLighthouse() {
  for (const [title, environment] of [
    ['nothing configured', {}],
    ['tracking configured, before consent', TRACKING],
  ] as const) {
    if (ONLY !== undefined && environment === TRACKING) continue
    const { folder, remove } = temporaryFolder()
    const server = await startServer({
      DATA_DIR: folder,
      DEMO: '1',
      DATABASE_URL: '',
      ...environment,
    })
    const slowdown = CALIBRATED ? await calibrate(server.url) : USUAL_SLOWDOWN
    console.log(
      `\nLighthouse, mobile, ${slowdown.toFixed(1)} times slower than this machine, median of ${RUNS}: ${title}`,
    )
    for (const path of await publicPages(server.url)) {
      if (ONLY !== undefined && !path.startsWith(ONLY)) continue
      const runs: Audited[] = []
      for (let run = 0; run < RUNS; run += 1) runs.push(await audit(server.url + path, slowdown))
      report(path, runs)
    }
    await server.stop()
    remove()
  }
}

/** The slowdown for this machine, by the median index of as many visits as a page gets. */
async function calibrate(url: string): Promise<number> {
  const indexes: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    indexes.push((await audit(`${url}/sign-in`, USUAL_SLOWDOWN)).machineIndex)
  }
  return slowdownOf(median(indexes))
}

async function publicPages(url: string): Promise<string[]> {
  const { deals } = (await (await fetch(`${url}/api/deals`)).json()) as {
    deals: Array<{ id: string; brandSlug: string }>
  }
  const [deal] = deals
  const places = [`/deal/${deal?.id}`, `/brands/${deal?.brandSlug}`]
  const pages = ['/', '/daily-deals', ...places, '/join-now', '/sign-in']
  // The first request renders a page; later ones come from the cache.
  for (const page of pages) await (await fetch(url + page)).text()
  return pages
}

function report(path: string, runs: Audited[]) {
  const middle = (pick: (run: Audited) => number) => median(runs.map(pick))
  const scores = CATEGORIES.map((name) => ({
    name,
    score: middle(({ scores }) => scores[name] ?? 0),
  }))
  const metrics = Object.entries(METRICS).map(([name, label]) => {
    const value = middle((run) => run.metrics[name] ?? Number.NaN)
    return `${label} ${value.toFixed(name === 'cumulative-layout-shift' ? 3 : 0)}`
  })
  const bytes = BYTE_TYPES.map((type) => `${type} ${kb(middle((run) => run.bytes[type] ?? 0))}`)
  const foreign = new Set(runs.flatMap(({ foreignRequests }) => foreignRequests))
  console.log(`\n${path.replace(/^\/deal\/.*/, '/deal/{id}')}`)
  console.log(`  ${scores.map(({ name, score }) => `${name} ${score}`).join(', ')}`)
  console.log(`  ${metrics.join(', ')}`)
  console.log(`  ${bytes.join(', ')}; requests to other hosts: ${foreign.size}`)
  console.log(
    `  performance of each run ${runs.map(({ scores }) => scores.performance).join(' ')}, machine index ${middle((run) => run.machineIndex).toFixed(0)}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  const [performance, blockingMs] = (['performance', 'blockingMs'] as const).map((name) =>
    middle(({ unhindered }) => unhindered[name]),
  )
  console.log(
    `  by the time that the page's threads have worked: performance ${performance}, TBT ms ${blockingMs?.toFixed(0)}`,
  )
  const failures = new Set(runs.flatMap((run) => run.failures))
  if (failures.size > 0) console.log(`  not whole: ${[...failures].join(', ')}`)
  const isBelow = scores.some(({ name, score }) => score < LIMITS[name])
  if (!isBelow && foreign.size === 0) return
  console.log(`  BELOW THE LIMITS${foreign.size > 0 ? `; asked ${[...foreign].join(' ')}` : ''}`)
  process.exitCode = 1
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}

await benchLighthouse()

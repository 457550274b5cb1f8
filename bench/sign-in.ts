import { execFileSync } from 'node:child_process'
import autocannon from 'autocannon'
import { median, startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

const ROUNDS = 3
const SECONDS = 5
/** In requests per second. Far below the feed's capacity, because its latency is measured. */
const FEED_RATE = 200
const SIGN_INS_AT_ONCE = 4

/**
 * Compares sign-ins per second with bare argon2id at the same parameters, and measures how they affect the
 * feed.
 */
async function benchSignIn() {
  const postgres = await startPostgres()
  const { folder, remove } = temporaryFolder()
  const server = await startServer({
    DATABASE_URL: `${postgres.url}postgres`,
    DATA_DIR: folder,
    DEMO: '1',
  })
  const bare: number[] = []
  const signIns: number[] = []
  const idle: number[] = []
  const busy: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bareRate = Number(
      execFileSync(process.execPath, ['bench/support/bare-argon2.ts', String(SECONDS)], {
        encoding: 'utf8',
      }),
    )
    const alone = await readFeed(server.url)
    const [during, signIn] = await Promise.all([readFeed(server.url), signInAll(server.url)])
    // Without other requests, so that the two rates are comparable.
    const rate = (await signInAll(server.url)).requests.average
    if (signIn.non2xx > 0) throw new Error(`${signIn.non2xx} sign-ins failed`)
    if (round === 0) continue
    bare.push(bareRate)
    signIns.push(rate)
    idle.push(alone.latency.p99)
    busy.push(during.latency.p99)
  }
  const [bareRate, signInRate] = [median(bare), median(signIns)]
  console.log(`\nSign-in: medians of ${ROUNDS} rounds of ${SECONDS} s`)
  console.log(`bare argon2id                  ${bareRate.toFixed(0).padStart(5)} /s`)
  console.log(
    `sign-in                        ${signInRate.toFixed(0).padStart(5)} /s  ratio ${(signInRate / bareRate).toFixed(3)}`,
  )
  console.log(
    `feed at ${FEED_RATE}/s, p99              ${median(idle)} ms alone, ${median(busy)} ms while people sign in`,
  )
  await server.stop()
  await postgres.stop()
  remove()
}

function readFeed(url: string) {
  return autocannon({
    url: `${url}/api/deals?page=1&limit=12`,
    connections: 10,
    duration: SECONDS,
    overallRate: FEED_RATE,
  })
}

function signInAll(url: string) {
  return autocannon({
    url: `${url}/api/login`,
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'member@demo.test', password: 'demo-password-1' }),
    connections: SIGN_INS_AT_ONCE,
    duration: SECONDS,
  })
}

await benchSignIn()

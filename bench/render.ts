import { readPayload } from '#app/pages/api-in-process.ts'
import { demoClub } from '#app/shared/site.ts'
import { median, startServer, temporaryFolder } from '#bench/support/server-under-test.ts'

const RENDERS = 400
const ROUNDS = 5

/** Measures the CPU of rendering `/daily-deals` alone, with the answers of all calls recorded. */
async function benchRender() {
  const { folder, remove } = temporaryFolder()
  const server = await startServer({ DATA_DIR: folder, DEMO: '1', DATABASE_URL: '' })
  const answers = new Map<string, string>()
  const record = async (path: string) => {
    const known = answers.get(path)
    if (known !== undefined) return answerOf(known)
    const response = await fetch(`${server.url}${path}`)
    const body = response.ok ? await response.text() : ''
    answers.set(path, body)
    return answerOf(body)
  }
  const entry = '../dist/server/entry.server.js'
  const { render } = (await import(entry)) as typeof import('#app/entry.server.tsx')
  const services = {
    ...{ send: record, club: demoClub, pictureHost: '', showSampleClaims: true },
    today: '',
  }
  const renderOnce = () => render(new Request('http://localhost/daily-deals'), services)

  for (let run = 0; run < RENDERS; run += 1) await renderOnce()
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage()
    for (let run = 0; run < RENDERS; run += 1) await renderOnce()
    const { user, system } = process.cpuUsage(before)
    rounds.push((user + system) / 1000 / RENDERS)
  }
  const page = await renderOnce()
  const bytes = page.kind === 'page' ? Buffer.byteLength(page.html) : 0
  console.log(
    `\nRendering /daily-deals: ${median(rounds).toFixed(2)} ms of CPU (median of ${ROUNDS} rounds of ${RENDERS}), ${bytes} bytes of markup`,
  )
  await server.stop()
  remove()
}

/** Responds as an in-process call does; a missing body stands for a 401. */
function answerOf(body: string) {
  const ok = body !== ''
  return {
    ...{ ok, status: ok ? 200 : 401, statusText: '' },
    json: async () => readPayload(body),
    text: async () => body,
  }
}

await benchRender()

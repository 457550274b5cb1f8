import { startServer, temporaryFolder } from '#bench/support/server-under-test.ts'

const REQUESTS = 10_000
const AT_ONCE = 20

/**
 * Measures the first and a later start on the embedded database, and memory after ten thousand feed requests.
 */
async function benchStart() {
  const { folder, remove } = temporaryFolder()
  const environment = { DATA_DIR: folder, DEMO: '1', DATABASE_URL: '' }
  const first = await startServer(environment)
  console.log(`\nStart on the embedded database`)
  console.log(
    `first start, with the demo catalogue: ready after ${(first.readyMs / 1000).toFixed(1)} s`,
  )
  const afterStart = first.residentMiB()
  for (let done = 0; done < REQUESTS; done += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const page = 1 + ((done + index) % 30)
        await (await fetch(`${first.url}/api/deals?page=${page}&limit=12`)).arrayBuffer()
      }),
    )
  }
  console.log(
    `resident memory: ${afterStart.toFixed(0)} MiB after the start, ${first.residentMiB().toFixed(0)} MiB after ${REQUESTS} feed requests`,
  )
  await first.stop()
  const later = await startServer(environment)
  console.log(
    `later start: ready after ${(later.readyMs / 1000).toFixed(1)} s, ${later.residentMiB().toFixed(0)} MiB`,
  )
  await later.stop()
  remove()
}

await benchStart()

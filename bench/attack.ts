import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { median, startServer, temporaryFolder } from '#bench/support/server-under-test.ts'

const REQUESTS = 3000
const LINES = 200

/** Measures memory and how long others wait for reads while one client sends too many requests. */
async function benchAttack() {
  const { folder, remove } = temporaryFolder()
  const server = await startServer({ DATA_DIR: folder, DEMO: '1', DATABASE_URL: '' })
  const port = Number(new URL(server.url).port)
  for (const path of ['/', '/daily-deals', '/api/deals']) await fetch(server.url + path)
  await tell('nothing else', server, () => delay(3000))
  const page = (path: string, cookie = '') =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: session=${cookie}\r\n\r\n`
  await tell(`${REQUESTS} requests in one write`, server, () =>
    send(port, page('/', 'x').repeat(REQUESTS)),
  )
  await tell(`${REQUESTS} addresses in capital letters in one write`, server, () =>
    send(port, page('/Daily-Deals').repeat(REQUESTS)),
  )
  await tell(`${LINES} connections, one made-up session each`, server, () =>
    Promise.all(
      Array.from({ length: LINES }, (_, n) =>
        send(
          port,
          page('/account', String(n).padStart(43, 'x')).replace(
            '\r\n\r\n',
            '\r\nConnection: close\r\n\r\n',
          ),
        ),
      ),
    ),
  )
  await server.stop()
  remove()
}

/** Resolves once the server closes the connection. */
function send(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.once('close', () => resolve()).resume()
    socket.write(bytes)
  })
}

type Server = Awaited<ReturnType<typeof startServer>>

async function tell(what: string, server: Server, attack: () => Promise<unknown>) {
  const times: number[] = []
  let isOver = false
  const over = attack().then(() => {
    isOver = true
  })
  while (!isOver) {
    const startedAt = performance.now()
    await (await fetch(`${server.url}/api/deals`)).text()
    times.push(performance.now() - startedAt)
    await delay(5)
  }
  await over
  const worst = Math.max(...times)
  console.log(
    `${what}: another reader ${median(times).toFixed(1)} ms, at worst ${worst.toFixed(1)}; ${server.residentMiB().toFixed(0)} MiB`,
  )
}

console.log('\nToo much at once')
await benchAttack()

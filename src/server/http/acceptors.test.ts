import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Acceptors, listenWith } from './acceptors.ts'

const COUNT = 64
const opened: Acceptors[] = []
afterEach(async () => {
  for (const { stopListening } of opened) stopListening()
  await Promise.all(opened.splice(0).map(({ closed }) => closed))
})

async function serve(port = 0) {
  const server = createServer((_request, response) => response.end('here'))
  const listen = (at: object) => {
    return new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(at, resolve)
    })
  }
  const acceptors = await listenWith({ listen, server }, { host: '127.0.0.1', port })
  opened.push(acceptors)
  return { server, port: (server.address() as AddressInfo).port }
}

test('many who come at once are taken in many in a turn of the loop, and answered', async () => {
  const { server, port } = await serve()
  let turn = 0
  const turns: number[] = []
  server.on('connection', () => turns.push(turn))
  // This process is blocked meanwhile: connections queue in the kernel, and are closed by the time
  // they are accepted.
  const opening = `for n in $(seq ${COUNT}); do exec {fd}<>/dev/tcp/127.0.0.1/${port}; done`
  execFileSync('bash', ['-c', opening])
  while (turns.length < COUNT) {
    await new Promise((resolve) => setImmediate(resolve))
    turn += 1
  }
  expect(new Set(turns).size).toBeLessThan(COUNT / 2)
  for (let number = 0; number < 32; number += 1) {
    expect(await (await fetch(`http://127.0.0.1:${port}/${number}`)).text()).toBe('here')
  }
})

test('a place that is taken is refused, by another one of ours too', async () => {
  const { port } = await serve()
  await expect(serve(port)).rejects.toThrow('EADDRINUSE')
  const stranger = createNetServer()
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  await expect(serve((stranger.address() as AddressInfo).port)).rejects.toThrow('EADDRINUSE')
  await new Promise((resolve) => stranger.close(resolve))
})

import fs from 'node:fs/promises'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import type { Log } from '#app/server/log.ts'

// The embedded database belongs to one process, so while the server runs, it performs operators' commands itself. They
// arrive on a Unix socket in DATA_DIR that only the server's user can open.

/** Commands by name. `say` reports progress. */
export type OperatorWork = Record<
  string,
  (wish: never, say: (progress: unknown) => void) => Promise<unknown>
>

type Line = { progress: unknown } | { answer: unknown } | { problem: string }

/** Socket paths are limited to about 100 bytes. */
const LONGEST_NAME = 100

function socketOf(dataDir: string): string {
  const name = path.join(dataDir, 'operator.sock')
  const shorter = path.relative(process.cwd(), name)
  return shorter.length < name.length ? shorter : name
}

/** Opens the socket for as long as this process holds the folder's lock. */
export async function openOperatorSocket(
  dataDir: string,
  work: OperatorWork,
  log: Log,
): Promise<{ close: () => Promise<void> }> {
  const socket = socketOf(dataDir)
  if (socket.length > LONGEST_NAME) {
    log.warn({ socket }, 'the name of DATA_DIR is too long to be asked for backups while it runs')
    return { close: async () => {} }
  }
  await fs.rm(socket, { force: true })
  const server = createServer(async (asked, answer) => {
    const say = (line: Line) => void answer.write(`${JSON.stringify(line)}\n`)
    try {
      const name = (asked.url ?? '').slice(1)
      const wish = await json(asked)
      if (!Object.hasOwn(work, name)) throw new Error(`This server does not know ${name}.`)
      say({ answer: await work[name]?.(wish as never, (progress) => say({ progress })) })
    } catch (error) {
      log.error({ err: error }, 'what an operator asked for has failed')
      say({ problem: error instanceof Error ? error.message : String(error) })
    }
    answer.end()
  })
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socket, resolve)
  })
  await fs.chmod(socket, 0o600)
  return {
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Asks the server that holds the folder to do it; undefined when none is listening. */
export async function askRunningServer(
  dataDir: string,
  name: string,
  wish: unknown,
  onProgress: (progress: never) => void = () => {},
): Promise<{ answer: unknown } | undefined> {
  const asking = request({ socketPath: socketOf(dataDir), path: `/${name}`, method: 'POST' })
  const answered = new Promise<NodeJS.ReadableStream | undefined>((resolve, reject) => {
    asking.once('response', resolve).once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
  })
  asking.end(JSON.stringify(wish))
  const input = await answered
  if (!input) return
  for await (const text of createInterface({ input })) {
    const line: Line = JSON.parse(text)
    if ('problem' in line) throw new Error(line.problem)
    if ('answer' in line) return { answer: line.answer }
    onProgress(line.progress as never)
  }
  throw new Error('The server ended before it had answered.')
}

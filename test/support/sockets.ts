import { WebSocket } from 'ws'
import type { TestApp } from './test-app.ts'

const opened: WebSocket[] = []

/** The live connection of a browser. */
export type Line = {
  socket: WebSocket
  /** Every message it received, in order. */
  messages: unknown[]
  /** Resolves when it has received this many messages. */
  heard: (count: number) => Promise<unknown[]>
  /** The code with which it was closed. */
  closed: Promise<number>
}

type Call = {
  cookie?: string | undefined
  origin?: string
  path?: string
  headers?: Record<string, string>
}

/** Returns the app's port on loopback; the first call makes it listen. */
export async function portOf(app: TestApp): Promise<number> {
  const address = app.http.server.address()
  if (address && typeof address === 'object') return address.port
  return Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port)
}

/** Opens a socket; rejects with the error of `ws` when the handshake is refused. */
export async function listen(app: TestApp, call: Call = {}): Promise<Line> {
  return listenAt(await portOf(app), app.ctx.config.http.publicUrl, call)
}

export function listenAt(
  port: number,
  ownOrigin: string,
  { cookie, origin = ownOrigin, path = '/ws', headers = {} }: Call,
): Promise<Line> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: {
      ...(origin === '' ? {} : { origin }),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
  })
  opened.push(socket)
  const messages: unknown[] = []
  const waiting: Array<() => void> = []
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)))
    for (const check of waiting) check()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const heard = (count: number) =>
    new Promise<unknown[]>((resolve) => {
      const check = () => messages.length >= count && resolve(messages)
      waiting.push(check)
      check()
    })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ socket, messages, heard, closed }))
    socket.on('error', reject)
  })
}

/** Resolves with the HTTP status that refused the handshake. */
export async function refusal(app: TestApp, call: Call = {}): Promise<number> {
  const error = await listen(app, call).catch((refused: Error) => refused)
  const [, status] = /server response: (\d+)/.exec((error as Error).message ?? '') ?? []
  if (!status) throw new Error(`The handshake was not refused: ${(error as Error).message}`)
  return Number(status)
}

export function hangUpAll(): void {
  for (const socket of opened.splice(0)) socket.terminate()
}

let addresses = 0
/** Returns the header by which our proxy reports a client address that has not been used yet. */
export function newAddress() {
  addresses += 1
  return { 'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}` }
}

/** Whether the connection still works in both directions. */
export function isAlive({ socket }: Line): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('pong', () => resolve(true)).once('close', () => resolve(false))
    socket.ping()
  })
}

import { connect, type Socket } from 'node:net'
import { beforeAll } from 'vitest'
import type { AdminClient } from '#test/support/admin.ts'
import type { TestApp } from '#test/support/test-app.ts'
import type { Form, Upload } from './use-uploads.ts'

export type RawUpload = {
  socket: Socket
  /** Returns everything received so far. */
  answer: () => string
  /** Resolves once the connection is closed, by either side. */
  closed: Promise<void>
}

/** Uploads over real connections, byte by byte as a test wants them. */
export function useRawUploads(app: TestApp, admin: () => AdminClient) {
  let origin: URL
  beforeAll(async () => {
    origin = new URL(await app.http.listen({ host: '127.0.0.1', port: 0 }))
  })

  return {
    isAlive: async () => (await fetch(new URL('/healthz', origin))).ok,
    /** Opens the connection and sends the headers of an upload and the first `bytes` of its form. */
    begin: (
      { method, url }: Pick<Upload, 'method' | 'url'>,
      { payload, headers }: Form,
      bytes = payload.length,
    ): RawUpload => {
      const socket = connect(Number(origin.port), origin.hostname)
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      // Many of these tests break the connection off.
      socket.on('error', () => {})
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      const { cookie, csrf } = admin()
      const lines = Object.entries({
        host: 'localhost',
        'sec-fetch-site': 'same-origin',
        cookie,
        ...csrf,
        ...headers,
        'content-length': payload.length,
      }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`${method} ${url()} HTTP/1.1\r\n${lines.join('')}\r\n`)
      socket.write(payload.subarray(0, bytes))
      return { socket, answer: () => answer, closed }
    },
  }
}

import { createECDH, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Http } from '#app/server/http/http.ts'
import { openMessage, readSender } from './open-message.ts'
import { pushPage, type ShownDevice } from './page.ts'

type Device = ShownDevice & { privateKey: Buffer; publicKey: Buffer; auth: Buffer }

const MOST_DEVICES = 100
const MOST_MESSAGES = 50
const MOST_BYTES = 4096
const Id = z.object({ id: z.string().regex(/^[\w-]{16}$/) })

/**
 * Plays a push service and the browsers behind it: it issues addresses and keys, accepts messages as a real
 * one does, decrypts them, and shows what a locked screen would show. All state is in memory.
 */
export function pushStandIn(http: Http, { origin }: { origin: () => string }) {
  const devices = new Map<string, Device>()
  const style = readFileSync(path.join(import.meta.dirname, 'page.css'))

  http.register(async (pages: Http) => {
    pages.decorate('accessOfAll', 'everyone')
    pages.addHook('onRequest', async (_request, reply) => {
      reply.header('x-robots-tag', 'noindex').header('cache-control', 'no-store')
    })
    // The site may have a form parser of its own.
    pages.removeContentTypeParser('application/x-www-form-urlencoded')
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    pages.get('/sandbox/push', async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(pushPage([...devices.values()].toReversed())),
    )
    pages.get('/sandbox/push/style.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(style),
    )

    pages.post('/sandbox/push/devices', async () => {
      const own = createECDH('prime256v1')
      const publicKey = own.generateKeys()
      const id = randomBytes(12).toString('base64url')
      const auth = randomBytes(16)
      const keys = { privateKey: own.getPrivateKey(), publicKey, auth }
      devices.set(id, { id, answer: 201, messages: [], ...keys })
      for (const oldest of [...devices.keys()].slice(0, -MOST_DEVICES)) devices.delete(oldest)
      return {
        endpoint: `${origin()}/sandbox/push/send/${id}`,
        keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
      }
    })

    pages.post(
      '/sandbox/push/devices/:id',
      { schema: { params: Id, body: z.object({ answer: z.enum(['201', '410', '503']) }) } },
      async (request, reply) => {
        const device = devices.get(request.params.id)
        if (device) device.answer = Number(request.body.answer) as ShownDevice['answer']
        return reply.redirect('/sandbox/push', 303)
      },
    )
  })

  http.register(async (service) => {
    service.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: 2 * MOST_BYTES } as const
    service.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    service.post<{ Params: { id: string } }>(
      '/sandbox/push/send/:id',
      {
        schema: { hide: true },
        config: { access: 'machine', requestClass: 'none' },
        // The body is encrypted, and only the browser decrypts it.
        decompress: false,
      },
      async (request, reply) => reply.code(take(devices.get(request.params.id), request)).send(),
    )
  })

  /** The status that a real service would respond with. */
  function take(device: Device | undefined, { headers, body }: FastifyRequest): number {
    if (!device) return 404
    if (device.answer !== 201) return device.answer
    if (!(body instanceof Buffer) || headers['content-encoding'] !== 'aes128gcm') return 400
    if (body.length > MOST_BYTES) return 413
    if (!/^\d+$/.test(String(headers.ttl))) return 400
    if (!readSender(headers.authorization, origin(), new Date())) return 403
    const topic = headers.topic === undefined ? undefined : String(headers.topic)
    // A message replaces an undelivered one with the same topic.
    device.messages = device.messages.filter((each) => topic === undefined || each.topic !== topic)
    const message = { at: new Date(), text: openMessage(body, device), topic }
    device.messages = [{ ...message, ttlSeconds: Number(headers.ttl) }, ...device.messages].slice(
      0,
      MOST_MESSAGES,
    )
    return 201
  }

  return { devices: (): ShownDevice[] => [...devices.values()] }
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { listenOnLoopback } from '#test/payments/forwarding.ts'

export const OBJECT_STORE_KEY = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' }

/** `lies`: claims not to have the objects that it has. */
type Behaviour = 'works' | 'is slow' | 'hangs' | 'fails' | 'full' | 'lies'

const SLOW_MS = 1000

/** Starts a bucket on loopback that stores objects and rejects requests not signed with our secret. */
export async function startObjectStore() {
  const objects = new Map<string, { bytes: Buffer; contentType: string | undefined }>()
  const store = { behaviour: 'works' as Behaviour, requests: 0 }

  const server = createServer(async (request, response) => {
    store.requests += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    if (store.behaviour === 'hangs') return
    if (store.behaviour === 'is slow') await delay(SLOW_MS)
    if (store.behaviour === 'fails') return refuse(response, 500, 'InternalError')
    if (store.behaviour === 'full' && request.method === 'PUT') {
      return refuse(response, 507, 'StorageFull')
    }
    if (!isSigned(request, bytes)) return refuse(response, 403, 'SignatureDoesNotMatch')

    const path = new URL(request.url ?? '', 'http://store').pathname
    if (request.method === 'PUT') {
      objects.set(path, { bytes, contentType: request.headers['content-type'] })
      return response.end()
    }
    const object = objects.get(path)
    if (!object || store.behaviour === 'lies') return refuse(response, 404, 'NoSuchKey')
    response.setHeader('content-length', object.bytes.length)
    response.end(request.method === 'HEAD' ? undefined : object.bytes)
  })
  const neighbour = await listenOnLoopback(server)

  return {
    ...neighbour,
    objects,
    store,
    settings: {
      endpoint: neighbour.origin,
      bucket: 'pictures',
      region: 'ca-test-1',
      ...OBJECT_STORE_KEY,
    },
  }
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
}

/** Recomputes the AWS Signature Version 4 of the request and compares it. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const [, scope, signedHeaders, signature] =
    /Credential=test-key\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  if (!scope || !signedHeaders || !signature) return false
  const bodyHash = String(request.headers['x-amz-content-sha256'])
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(body)) return false

  const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
  searchParams.sort()
  const names = signedHeaders.split(';')
  const canonical = [
    request.method,
    pathname,
    searchParams.toString(),
    ...names.map((name) => `${name}:${request.headers[name]}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n')
  const text = `AWS4-HMAC-SHA256\n${request.headers['x-amz-date']}\n${scope}\n${sha256(canonical)}`
  const key = scope
    .split('/')
    .reduce<string | Buffer>(hmac, `AWS4${OBJECT_STORE_KEY.secretAccessKey}`)
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'))
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex')
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { counter } from '#app/server/observability/instruments.ts'
import { isTracing } from '#app/server/observability/tracing.ts'
import { MB } from '#app/shared/counts.ts'
import { namesTwoHosts } from './guards.ts'
import { countReady, isFromOutside } from './measured.ts'
import { encodingFor, type Packable } from './packed.ts'

/**
 * For how long an answer is sent without another look: what goes by the clock in it or in its headers is
 * never further from the truth than this.
 */
const MOMENT_MS = 1000
const MOST_BYTES = 8 * MB
const LONGEST_PIECE = 16 * 1024
/** Names that we answer to, as they are written. */
const MOST_HOSTS = 8

const answered = counter(
  'nouveau_http_ready_total',
  'Answers to nobody in particular that went out as the same had gone out a moment before',
)

/** What everybody gets who says nothing of themselves, for as long as `isStill` says so. */
type Alike = { isStill: () => boolean; body: Packable }
type Form = { headers: string[]; body: string | Buffer }
type Entry = Pick<Alike, 'isStill'> & {
  route: string
  requestClass: string
  /** By the way of packing that was asked for. */
  forms: Map<string, Form>
}

export type Ready = {
  /** Sends what lies ready for this request; false where nothing does, and nothing has been done. */
  send: (raw: IncomingMessage, response: ServerResponse) => boolean
  /** Keeps an answer that has just gone out, if everybody would get the very same. */
  keep: (request: FastifyRequest, reply: FastifyReply) => void
}

const alike = new WeakMap<FastifyRequest, Alike>()

/** Says that this is the answer to everybody. Whoever sends a cookie is somebody. */
export function noteAlike(request: FastifyRequest, what: Alike): void {
  if (isFromOutside(request) && saysNothing(request.raw)) alike.set(request, what)
}

/**
 * Answers that are the same for everybody, sent again before the framework sees the request. Each has been
 * through every check of its route a moment ago; where one of them reads something of the request, it is
 * the same here, or the framework is asked.
 */
export function createReady(clock = () => performance.now()): Ready {
  const entries = new Map<string, Entry>()
  const hosts = new Set<string>()
  let since = clock()
  let bytes = 0

  function beginMoment() {
    if (clock() - since <= MOMENT_MS) return
    entries.clear()
    bytes = 0
    since = clock()
  }

  return {
    send: (raw, response) => {
      if (entries.size === 0 || raw.method !== 'GET') return false
      const entry = entries.get(raw.url ?? '')
      if (entry === undefined || !saysNothing(raw)) return false
      const { headers } = raw
      if (headers['sec-fetch-site'] === 'cross-site' || isTracing()) return false
      if (!hosts.has(headers.host ?? '') || namesTwoHosts(raw.rawHeaders)) return false
      const form = entry.forms.get(encodingFor(headers['accept-encoding']) ?? '')
      if (form === undefined || clock() - since > MOMENT_MS || !entry.isStill()) return false
      response.writeHead(200, form.headers)
      response.end(form.body, 'latin1')
      answered.add({})
      countReady(entry.route, entry.requestClass)
      return true
    },

    keep: (request, reply) => {
      const what = alike.get(request)
      if (!what || reply.statusCode !== 200 || request.raw.method !== 'GET') return
      const { url = '', headers } = request.raw
      const sent = reply.getHeaders()
      const packing = String(sent['content-encoding'] ?? 'plain')
      const body = what.body.forms.get(packing as 'plain')
      if (!Buffer.isBuffer(body) || what.body.isOpen || sent['set-cookie'] || !what.isStill())
        return
      beginMoment()
      if (bytes + body.length > MOST_BYTES || hosts.size >= MOST_HOSTS) return
      bytes += body.length
      const { url: route = '', config } = request.routeOptions
      const { isStill } = what
      const known = entries.get(url)
      const entry: Entry = known?.isStill()
        ? known
        : { isStill, route, requestClass: String(config?.requestClass), forms: new Map() }
      entry.forms.set(encodingFor(headers['accept-encoding']) ?? '', {
        headers: Object.entries(sent).flatMap(([name, value]) => [name, String(value)]),
        // As text of a byte a letter it goes out with its head in one piece; what is longer would be copied.
        body: body.length > LONGEST_PIECE ? body : body.toString('latin1'),
      })
      entries.set(url, entry)
      hosts.add(headers.host ?? '')
    },
  }
}

function saysNothing({ headers }: IncomingMessage): boolean {
  return (
    headers.cookie === undefined &&
    headers.authorization === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

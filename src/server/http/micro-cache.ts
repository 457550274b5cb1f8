import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFromOutside } from '#app/server/admission/admission.ts'
import type { CachedForOwner, CacheOutcome, SessionOwner } from '#app/server/admission/guard.ts'
import { counter } from '#app/server/observability/instruments.ts'
import { isTracing } from '#app/server/observability/tracing.ts'
import { MB } from '#app/shared/counts.ts'
import { namesTwoHosts } from './guards.ts'
import { countCached } from './measured.ts'
import { encodingFor, type Packable } from './packed.ts'
import { endOf, type Packing } from './packed-end.ts'

/**
 * For how long an answer is sent without another look: what goes by the clock in it or in its headers is
 * never further from the truth than this, or, while somebody makes it anew, than the second.
 */
const MOMENT_MS = 1000
const LONGEST_MS = 2 * MOMENT_MS
/** One who makes it anew may be turned away or gone: after so long the next one is asked to. */
const ANEW_MS = 200
/** Of those of now, and of those of before. */
const MOST_BYTES = 4 * MB
const LONGEST_PIECE = 16 * 1024
/** Names that we answer to, as they are written. */
const MOST_HOSTS = 8

const answered = counter(
  'nouveau_http_ready_total',
  'Answers to nobody in particular that went out as the same had gone out a moment before',
)

/** What everybody gets who says nothing of themselves, for as long as `isStill` says so. */
type Cacheable = {
  isStill: () => boolean
  body: Packable
  /** Not everybody: whoever is signed in and of this class. */
  of?: OfClass | undefined
}
type OfClass = {
  class: string
  /** What is to be done before it is sent to one of them; throws where the framework has to see to it. */
  admit: (who: SessionOwner) => Promise<void>
  /** What is theirs alone and stands behind what was made open for it. */
  endFor?: (who: SessionOwner) => Buffer
}
type Form = {
  headers: string[]
  body: string | Buffer
  madeAt: number
  /** How what stands behind it is put there, where something does. */
  close?: ((end: Buffer) => Buffer) | undefined
}
type Entry = Pick<Cacheable, 'isStill' | 'of'> & {
  route: string
  requestClass: string
  /** By the way of packing that was asked for. */
  forms: Map<string, Form>
  /** When somebody was last asked to make it anew. */
  anewAt: number
}

type MicroCache = {
  /** Sends what lies ready for this request. Where nothing does, nothing has been done. */
  send: (raw: IncomingMessage, response: ServerResponse) => CacheOutcome
  /**
   * The same for whoever has a session, of whose class something may lie ready here: undefined where nothing
   * does. Who they are is asked each time; false where nothing was sent to them.
   */
  forOwner: CachedForOwner
  /** Keeps an answer that has just gone out, if everybody would get the very same. */
  keep: (request: FastifyRequest, reply: FastifyReply) => void
}

const cacheable = new WeakMap<FastifyRequest, Cacheable>()

/**
 * Says that this is the answer to everybody, or to a class of those who are signed in. Whoever sends a cookie
 * is somebody.
 */
export function markCacheable(request: FastifyRequest, what: Cacheable): void {
  if (!isFromOutside(request)) return
  const { raw } = request
  if (what.of ? saysOnlyWho(raw) : saysNothing(raw)) cacheable.set(request, what)
}

/**
 * A micro-cache: answers that are the same for everybody, sent again before the framework sees the request.
 * Each has been through every check of its route a moment ago; where one of them reads something of the
 * request, it is the same here, or the framework is asked.
 */
export function createMicroCache(clock = () => performance.now()): MicroCache {
  let young = new Map<string, Entry>()
  let old = new Map<string, Entry>()
  /** Addresses of which something lies ready for a class. */
  const classesAt = new Set<string>()
  const hosts = new Set<string>()
  let since = clock()
  let bytes = 0

  const entryOf = (key: string) => young.get(key) ?? old.get(key)
  /** Of what lies ready for a class, by address. */
  const keyOf = (url: string, of?: Pick<OfClass, 'class'>) => (of ? `${of.class} ${url}` : url)

  function sendForm(response: ServerResponse, { headers, body, close }: Form, end?: Buffer) {
    const closed = close && end ? closeWith(body, close(end)) : body
    response.writeHead(200, close ? [...headers, 'content-length', String(closed.length)] : headers)
    response.end(closed, 'latin1')
    answered.add({})
  }

  /** What lies ready for somebody: of the first of their classes that has something here. */
  function entryFor(url: string, { classes }: SessionOwner): Entry | undefined {
    for (const each of classes) {
      const entry = entryOf(keyOf(url, { class: each }))
      if (entry) return entry
    }
  }

  /** What is not asked for any more is forgotten. */
  function beginMoment() {
    if (clock() - since <= LONGEST_MS) return
    old = young
    young = new Map()
    classesAt.clear()
    for (const [key, { of }] of old) if (of) classesAt.add(key.slice(of.class.length + 1))
    bytes = 0
    since = clock()
  }

  function isFor(raw: IncomingMessage): boolean {
    const { headers } = raw
    if (headers['sec-fetch-site'] === 'cross-site' || isTracing()) return false
    return hosts.has(headers.host ?? '') && !namesTwoHosts(raw.rawHeaders)
  }

  return {
    send: (raw, response) => {
      if (raw.method !== 'GET') return 'nothing'
      const entry = entryOf(raw.url ?? '')
      if (entry === undefined || !saysNothing(raw) || !isFor(raw)) return 'nothing'
      const now = clock()
      const form = entry.forms.get(encodingFor(raw.headers['accept-encoding']) ?? '')
      const ageMs = form && entry.isStill() ? now - form.madeAt : Number.POSITIVE_INFINITY
      if (ageMs > MOMENT_MS && now - entry.anewAt > ANEW_MS) {
        entry.anewAt = now
        return 'due'
      }
      if (!form || ageMs > LONGEST_MS) return 'nothing'
      sendForm(response, form)
      countCached(entry.route, entry.requestClass)
      return 'sent'
    },

    forOwner: (raw) => {
      const { method, url = '' } = raw
      if (method !== 'GET' || !classesAt.has(url) || !saysOnlyWho(raw) || !isFor(raw)) return
      const arrivedAt = clock()
      return async (who, response) => {
        const entry = who && entryFor(url, who)
        const form = entry?.forms.get(encodingFor(raw.headers['accept-encoding']) ?? '')
        if (!who || !entry?.of || !form) return false
        const isFresh = () => entry.isStill() && clock() - form.madeAt <= MOMENT_MS
        if (!isFresh()) return false
        await entry.of.admit(who)
        if (!isFresh()) return false
        sendForm(response, form, entry.of.endFor?.(who))
        countCached(entry.route, entry.requestClass, clock() - arrivedAt)
        return true
      }
    },

    keep: (request, reply) => {
      const what = cacheable.get(request)
      if (!what || reply.statusCode !== 200 || request.raw.method !== 'GET') return
      const { url = '', headers } = request.raw
      const sent = reply.getHeaders()
      const packing = (sent['content-encoding'] ?? 'plain') as Packing
      const body = what.body.forms.get(packing)
      if (!Buffer.isBuffer(body) || sent['set-cookie'] || !what.isStill()) return
      const { isOpen } = what.body
      if (isOpen && !what.of?.endFor) return
      const close = isOpen ? (end: Buffer) => endOf(packing, end, what.body) : undefined
      beginMoment()
      if (bytes + body.length > MOST_BYTES || hosts.size >= MOST_HOSTS) return
      bytes += body.length
      const { url: route = '', config } = request.routeOptions
      const { isStill, of } = what
      const key = keyOf(url, of)
      const known = entryOf(key)
      const entry: Entry =
        known?.isStill === isStill
          ? known
          : {
              isStill,
              of,
              route,
              requestClass: String(config?.requestClass),
              forms: new Map(),
              anewAt: Number.NEGATIVE_INFINITY,
            }
      entry.forms.set(encodingFor(headers['accept-encoding']) ?? '', {
        // With another end it is of another length.
        headers: Object.entries(sent)
          .filter(([name]) => !isOpen || name !== 'content-length')
          .flatMap(([name, value]) => [name, String(value)]),
        // As text of a byte a letter it goes out with its head in one piece; what is longer would be copied.
        body: body.length > LONGEST_PIECE ? body : body.toString('latin1'),
        madeAt: clock(),
        close,
      })
      young.set(key, entry)
      if (of) classesAt.add(url)
      hosts.add(headers.host ?? '')
    },
  }
}

function closeWith(body: string | Buffer, end: Buffer): string | Buffer {
  return typeof body === 'string' ? body + end.toString('latin1') : Buffer.concat([body, end])
}

function saysNothing(raw: IncomingMessage): boolean {
  return raw.headers.cookie === undefined && saysOnlyWho(raw)
}

function saysOnlyWho({ headers }: IncomingMessage): boolean {
  return (
    headers.authorization === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

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
 * How long an answer is reused: what depends on the clock in it is never staler than this or, while it is being
 * regenerated, than `LONGEST_MS`.
 */
const MOMENT_MS = 1000
const LONGEST_MS = 2 * MOMENT_MS
/** The request that regenerates an answer may be refused or aborted: after this long another one does it. */
const ANEW_MS = 200
/** For each of the two generations. */
const MOST_BYTES = 4 * MB
const LONGEST_PIECE = 16 * 1024
/** Host names we answer to, as written. */
const MOST_HOSTS = 8

const answered = counter(
  'nouveau_http_ready_total',
  'Answers to nobody in particular that went out as the same had gone out a moment before',
)

/** An answer that is the same for everybody without cookies, valid while `isStill` returns true. */
type Cacheable = {
  isStill: () => boolean
  body: Packable
  /** If set, only for signed-in people of this class. */
  of?: OfClass | undefined
}
type OfClass = {
  class: string
  /** Runs before it is sent to one of them; throws when the framework has to answer instead. */
  admit: (who: SessionOwner) => Promise<void>
  /** Their personal part, appended to an answer that was left open for it. */
  endFor?: (who: SessionOwner) => Buffer
}
type Form = {
  headers: string[]
  body: string | Buffer
  madeAt: number
  /** Appends the personal part, if there is one. */
  close?: ((end: Buffer) => Buffer) | undefined
}
type Entry = Pick<Cacheable, 'isStill' | 'of'> & {
  route: string
  requestClass: string
  /** By requested content encoding. */
  forms: Map<string, Form>
  /** When a request was last chosen to regenerate it. */
  anewAt: number
}

type MicroCache = {
  /** Sends the cached answer to this request; does nothing when there is none. */
  send: (raw: IncomingMessage, response: ServerResponse) => CacheOutcome
  /**
   * The same for signed-in people whose class may have a cached answer here; undefined when none has. Their identity
   * is read each time; returns false when nothing was sent.
   */
  forOwner: CachedForOwner
  /** Caches an answer that was just sent, if it is the same for everybody. */
  keep: (request: FastifyRequest, reply: FastifyReply) => void
}

const cacheable = new WeakMap<FastifyRequest, Cacheable>()

/**
 * Marks the answer to this request as the same for everybody without cookies, or for a class of signed-in people.
 */
export function markCacheable(request: FastifyRequest, what: Cacheable): void {
  if (!isFromOutside(request)) return
  const { raw } = request
  if (what.of ? saysOnlyWho(raw) : saysNothing(raw)) cacheable.set(request, what)
}

/**
 * A micro-cache: answers that are the same for everybody are sent again before the framework sees the request. Each
 * passed every check of its route a moment ago; whatever those checks read of the request must be the same here, or
 * the framework answers.
 */
export function createMicroCache(clock = () => performance.now()): MicroCache {
  let young = new Map<string, Entry>()
  let old = new Map<string, Entry>()
  /** Addresses with a cached answer for some class. */
  const classesAt = new Set<string>()
  const hosts = new Set<string>()
  let since = clock()
  let bytes = 0

  const entryOf = (key: string) => young.get(key) ?? old.get(key)
  /** Cache key: the address, prefixed by the class if there is one. */
  const keyOf = (url: string, of?: Pick<OfClass, 'class'>) => (of ? `${of.class} ${url}` : url)

  function sendForm(response: ServerResponse, { headers, body, close }: Form, end?: Buffer) {
    const closed = close && end ? closeWith(body, close(end)) : body
    response.writeHead(200, close ? [...headers, 'content-length', String(closed.length)] : headers)
    response.end(closed, 'latin1')
    answered.add({})
  }

  /** The entry for a session owner: that of the first of their classes which has one. */
  function entryFor(url: string, { classes }: SessionOwner): Entry | undefined {
    for (const each of classes) {
      const entry = entryOf(keyOf(url, { class: each }))
      if (entry) return entry
    }
  }

  /** Starts a new generation; entries not requested since the previous one are dropped. */
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
      if (bytes + body.length > MOST_BYTES) return
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
        // The personal part changes the length.
        headers: Object.entries(sent)
          .filter(([name]) => !isOpen || name !== 'content-length')
          .flatMap(([name, value]) => [name, String(value)]),
        // As a Latin-1 string Node writes head and body in one piece; a longer body would be copied.
        body: body.length > LONGEST_PIECE ? body : body.toString('latin1'),
        madeAt: clock(),
        close,
      })
      young.set(key, entry)
      if (of) classesAt.add(url)
      // Anybody can send bare IP addresses as Host: forgotten ones are added again with the next answer.
      if (hosts.size >= MOST_HOSTS) hosts.clear()
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

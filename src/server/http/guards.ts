import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '#app/server/config/config.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { badRequest, crossSite, Problem } from '#app/server/problem.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const FORM = 'application/x-www-form-urlencoded'

/**
 * For whom a route is: everyone; somebody signed in; whoever has opened the back office; or a program
 * that proves itself in another way, as by a signature, and is not held to a browser's rules.
 */
export type Access = 'everyone' | 'user' | 'admin' | 'machine'
/** Administrators who are not owners, who may do everything. */
export type Role = 'curator' | 'analyst'

/** What may keep an answer: nobody unless the route says so. */
export type Keeping = 'nobody' | 'everybody'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route says it: one that does not is refused when it is added. */
    access?: Access
    /** Of a route for administrators, for whom besides an owner. Each says it, be it for nobody. */
    roles?: readonly Role[]
    /** Asks an administrator for the second factor again, if it was long ago. */
    needsProof?: boolean
    /** Open to who came by the emergency door as well. */
    isForEmergency?: boolean
    /** With what a program proves itself, where it is not a signature over what it sends. */
    provenBy?: 'secret' | 'token of a mail'
    /** Refused without the token of `GET /api/csrf-token`, as all that takes files is. */
    needsToken?: boolean
    /** Who may keep its answers; nobody, unless it is said. */
    keeping?: Keeping
  }
  interface FastifyInstance {
    /** The same of who may keep the answers of a part. */
    keepingOfAll?: Keeping
    /** For the routes of a part that do not each say it, such as those a library adds. */
    accessOfAll?: Access
  }
}

/**
 * Another site may neither change anything here nor read our API with a visitor's cookies. The
 * browser says where a request comes from in Sec-Fetch-Site, older ones in Origin; a change that
 * says neither is refused. Calls take JSON, pages take forms: a form can be sent from anywhere,
 * so no call accepts one.
 */
export function requireSameOrigin(config: Config) {
  const ownOrigin = config.http.publicUrl

  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    if (request.routeOptions.config?.access === 'machine') return done()
    const site = request.headers['sec-fetch-site']
    if (SAFE.has(request.method)) {
      if (site === 'cross-site' && isCall(request)) return done(crossSite())
      return done()
    }
    const isOurs = site ? site === 'same-origin' : request.headers.origin === ownOrigin
    if (!isOurs) return done(crossSite())
    if (isCall(request) && contentType(request) === FORM) {
      return done(new Problem(415, 'unsupported-media-type', 'Send this as JSON.'))
    }
    done()
  }
}

/** Asked by whoever watches the process, by whatever name it has for it. */
const BY_ANY_NAME = ['/healthz', '/readyz']

/**
 * Answers to our own name, to the machine's own and to bare addresses; another name leads elsewhere, or is
 * somebody's who wants to be taken for us. Two names are none.
 */
export function requireOwnHost(config: Config) {
  const { publicUrl, ownOrigin } = config.http
  const ours = new Set([publicUrl, ownOrigin].map((origin) => new URL(origin).hostname))
  /** As they are written: reading one takes longer than all other checks together. */
  const known = new Set<string>()

  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    const { rawHeaders, headers } = request.raw
    if (namesTwoHosts(rawHeaders)) {
      return done(badRequest('The request names more than one host.'))
    }
    const { host = '' } = headers
    if (known.has(host)) return done()
    const { hostname } = URL.parse(`http://${headers.host}`) ?? { hostname: '' }
    const isBare = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
    if (isBare || hostname === 'localhost' || ours.has(hostname)) {
      if (known.size < MOST_SPELLINGS) known.add(host)
      return done()
    }
    if (BY_ANY_NAME.includes(request.url)) return done()
    noteHost({ log: request.log, now: () => new Date() }, { expected: new URL(publicUrl).host })
    done(
      new Problem(
        421,
        'unknown-host',
        `This is not an address of this site, which is ${publicUrl}.`,
      ),
    )
  }
}

const MOST_SPELLINGS = 50

/** Every other of them is a name. */
export function namesTwoHosts(rawHeaders: string[]): boolean {
  let names = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') names += 1
  }
  return names > 1
}

const noteHost = logSometimes(
  'a request named another host: a proxy in front has to hand on the one it was asked for',
  'warn',
)

/**
 * Whether this is a call of the API. The route that was found decides: an address can be written
 * in many ways (`/%61pi/...`, `http://host/api/...`) that all lead to it.
 */
export function isCall({ routeOptions, url }: FastifyRequest): boolean {
  return (routeOptions.url ?? url).startsWith('/api/')
}

/**
 * No call takes a list: `page[]=1` is a scalar given wrongly, not an unknown parameter to ignore.
 */
export function refuseLists(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
) {
  if (!/\[|%5b/i.test(request.url) || !isCall(request)) return done()
  const list = Object.keys(request.query as object).find((name) => name.includes('['))
  if (list === undefined) return done()
  const name = list.slice(0, list.indexOf('['))
  done(badRequest(`${name}: must be given once`, { [name]: 'must be given once' }))
}

/**
 * A call that changes something takes no parameter that it does not know: whoever writes `?dryRun=true`
 * into the address of an import means it, and it would not be one. What is only read ignores them.
 */
export function refuseUnknownParameters(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
) {
  const { config, schema } = request.routeOptions
  if (SAFE.has(request.method) || config?.access === 'machine' || !isCall(request)) return done()
  const known = schema?.querystring instanceof z.ZodObject ? schema.querystring.shape : {}
  const unknown = Object.keys(request.query as object).find((name) => !Object.hasOwn(known, name))
  if (unknown === undefined) return done()
  const words = 'is nothing that this call knows in its address'
  done(badRequest(`${unknown}: ${words}`, { [unknown]: words }))
}

export const NO_SUCH_CHARACTER = 'The address holds what no address needs.'

/** Nothing the back office is asked by holds a NUL, and no database takes one. */
export function refuseNul(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
) {
  const isAsked = request.routeOptions.config?.access === 'admin' && /\?.*%00/.test(request.url)
  done(isAsked ? badRequest(NO_SUCH_CHARACTER) : undefined)
}

/** An answer that nobody has said may be kept is kept by nobody, whatever its handler says. */
export function forbidKeeping(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload: unknown) => void,
) {
  const said = reply.getHeader('cache-control')
  const isPublic = said !== undefined && /\bpublic\b|s-maxage/i.test(String(said))
  const isMeant = request.routeOptions.config?.keeping === 'everybody' && reply.statusCode < 400
  if (said === undefined || (isPublic && !isMeant)) {
    reply.header('cache-control', 'private, no-store')
  }
  done(null, payload)
}

function contentType(request: FastifyRequest): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

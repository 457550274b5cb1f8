import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '#app/server/config/config.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { badRequest, crossSite, Problem } from '#app/server/problem.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const FORM = 'application/x-www-form-urlencoded'

/**
 * Who may call a route: everyone; signed-in people; administrators; or a program that authenticates in another way,
 * such as by a signature, and is exempt from the rules for browsers.
 */
export type Access = 'everyone' | 'user' | 'admin' | 'machine'
/** Administrators with limited rights; owners may do everything. */
export type Role = 'curator' | 'analyst'

/** Who may cache an answer; nobody unless the route says so. */
export type Keeping = 'nobody' | 'everybody'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required: a route without it cannot be added. */
    access?: Access
    /** Of a route for administrators: the roles allowed besides owners. Required, even if empty. */
    roles?: readonly Role[]
    /** Requires a recent second factor. */
    needsProof?: boolean
    /** Also open to an administrator who came in by the emergency door. */
    isForEmergency?: boolean
    /** How a program authenticates, if not by a signature over what it sends. */
    provenBy?: 'secret' | 'token of a mail'
    /** Requires the token of `GET /api/csrf-token`, as every upload does. */
    needsToken?: boolean
    /** Who may cache its answers; nobody by default. */
    keeping?: Keeping
  }
  interface FastifyInstance {
    /** The same as `keeping`, for all routes of a plugin. */
    keepingOfAll?: Keeping
    /** `access` for all routes of a plugin that cannot declare it each, such as those a library adds. */
    accessOfAll?: Access
  }
}

/**
 * Keeps other sites from changing anything here or reading our API with a visitor's cookies. Browsers tell where a
 * request comes from in Sec-Fetch-Site, older ones in Origin; a change with neither is refused. Calls take JSON and
 * pages take forms: a form can be sent from any site, so no call accepts one.
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

/** Health checks may use any host name. */
const BY_ANY_NAME = ['/healthz', '/readyz']

/**
 * Accepts our own host name, the machine's and bare IP addresses. Any other name is a misdirected request or an
 * attack, such as DNS rebinding. Two Host headers count as none.
 */
export function requireOwnHost(config: Config) {
  const { publicUrl, ownOrigin } = config.http
  const ours = new Set([publicUrl, ownOrigin].map((origin) => new URL(origin).hostname))
  /** Accepted values as written: parsing one takes longer than all other checks together. */
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

/** `rawHeaders` alternates names and values. */
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
 * Whether this is an API call. The matched route decides, because an address can be spelled in many ways
 * (`/%61pi/...`, `http://host/api/...`).
 */
export function isCall({ routeOptions, url }: FastifyRequest): boolean {
  return (routeOptions.url ?? url).startsWith('/api/')
}

/**
 * No call takes lists: `page[]=1` is a malformed scalar, not an unknown parameter to ignore.
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
 * A call that changes something refuses unknown query parameters: somebody who adds `?dryRun=true` to an import must
 * not get a real one. Reads ignore them.
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

/** Refuses NUL characters: no honest back office request has one, and PostgreSQL cannot store them. */
export function refuseNul(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
) {
  const isAsked = request.routeOptions.config?.access === 'admin' && /\?.*%00/.test(request.url)
  done(isAsked ? badRequest(NO_SUCH_CHARACTER) : undefined)
}

/** Forbids caching of answers unless the route allows it, whatever its handler says. */
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

import type { RouteClass } from '#app/server/admission/request-classes.rules.ts'
import type { Access, Keeping, Role } from './guards.ts'

/** How a route makes sure that a request is intended by its sender. */
export type Proof =
  /** Not needed: it changes nothing. */
  | 'none'
  /** It must come from one of our pages. */
  | 'same origin'
  /** It must also carry the CSRF token of this browser. */
  | 'same origin, token'
  /** It also needs a recent second factor. */
  | 'same origin, factor'
  /** A sensitive read: needs a recent second factor. */
  | 'factor'
  /** It must be signed. */
  | 'signature'
  /** It must carry a secret from the settings. */
  | 'secret'
  /** It carries a token mailed to one person, which can only switch one thing off. */
  | 'token of a mail'

type BodyKind = 'none' | 'JSON' | 'form' | 'files' | 'signed bytes'

/** The effective policy of a route, declared or derived. */
export type RoutePolicy = {
  method: string
  url: string
  access: Access
  /** For admin routes: the roles allowed besides owners. */
  roles: readonly Role[]
  proof: Proof
  body: BodyKind
  /** In bytes; 0 when it takes no body. */
  bodyLimit: number
  requestClass: RouteClass
  keeping: Keeping
}

export type Declared = {
  method: string
  url: string
  access: Access
  roles: readonly Role[]
  needsProof: boolean
  bodyLimit: number
  requestClass: RouteClass
  needsToken: boolean
  isUpload: boolean
  provenBy?: 'secret' | 'token of a mail' | undefined
  keeping: Keeping
}

const SAFE = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

export function policyOf(route: Declared): RoutePolicy {
  const { method, url, access, roles, requestClass, keeping } = route
  const body = bodyOf(route)
  return {
    method,
    url,
    access,
    roles,
    proof: proofOf(route),
    body,
    bodyLimit: body === 'none' ? 0 : route.bodyLimit,
    requestClass,
    keeping,
  }
}

function proofOf(route: Declared): Proof {
  const { method, access, needsToken, needsProof, isUpload, provenBy } = route
  if (SAFE.includes(method)) return needsProof ? 'factor' : 'none'
  if (access === 'machine') return provenBy ?? 'signature'
  if (needsProof) return 'same origin, factor'
  return needsToken || isUpload ? 'same origin, token' : 'same origin'
}

function bodyOf({ method, url, access, isUpload, provenBy }: Declared): BodyKind {
  if (SAFE.includes(method)) return 'none'
  if (access === 'machine' && !provenBy) return 'signed bytes'
  if (isUpload) return 'files'
  return url.startsWith('/api/') ? 'JSON' : 'form'
}

import type { RouteClass } from '#app/server/admission/request-classes.rules.ts'
import type { Access, Keeping, Role } from './guards.ts'

/** How a route knows that a request is meant by whoever sends it. */
export type Proof =
  /** It changes nothing. */
  | 'none'
  /** It comes from a page of ours. */
  | 'same origin'
  /** And has the token that only a page of ours in this very browser can have. */
  | 'same origin, token'
  /** And the second factor was given a short while ago. */
  | 'same origin, factor'
  /** A read of what is not for everybody who is in. */
  | 'factor'
  /** It is signed. */
  | 'signature'
  /** It knows a secret of the settings. */
  | 'secret'
  /** It has what a mail brought to one person, and that can only switch one thing off. */
  | 'token of a mail'

type BodyKind = 'none' | 'JSON' | 'form' | 'files' | 'signed bytes'

/** All that is held against a route, as it is declared or follows from what is. */
export type RoutePolicy = {
  method: string
  url: string
  access: Access
  /** Of a route for administrators, for whom besides an owner. */
  roles: readonly Role[]
  proof: Proof
  body: BodyKind
  /** In bytes; 0 where it takes none. */
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

import type { Database } from '#app/db/database.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { forbidden, notFound } from '#app/server/problem.ts'
import { findPlace, findSuccessor } from './browse.queries.ts'

/** What is more than this is no slug of ours: it is not asked for, and not kept. */
const LONGEST_SLUG = 240

/** By this address, or the one that has taken its place. */
export async function findBrandOrSuccessor(db: Database, slug: string) {
  const brand = await findPlace(db, 'brands', slug)
  if (brand) return brand
  const next = await findSuccessor(db, slug)
  return next === undefined ? undefined : findPlace(db, 'brands', next)
}

/** Throws 403: all of retailers is for members, and to whoever is none one and the same answer. */
export function requireMember(viewer: Viewer): void {
  if (viewer.class === 'member') return
  throw forbidden('members-only', 'Retailers are for members. Join to see who has what.')
}

/** Throws 404 for what is no slug of ours. */
export function requireSlug(slug: string, what: string): void {
  if (slug.length > LONGEST_SLUG || /\p{Cc}/u.test(slug)) throw notFound(what)
}

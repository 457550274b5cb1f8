import type { Database } from '#app/db/database.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { forbidden, notFound } from '#app/server/problem.ts'
import { findPlace, findSuccessor } from './browse.queries.ts'

/** Longer values are no slug of ours: neither queried nor cached. */
const LONGEST_SLUG = 240

/** Finds a brand by its slug, or the brand that has replaced it. */
export async function findBrandOrSuccessor(db: Database, slug: string) {
  const brand = await findPlace(db, 'brands', slug)
  if (brand) return brand
  const next = await findSuccessor(db, slug)
  return next === undefined ? undefined : findPlace(db, 'brands', next)
}

/** Throws the same 403 to every non-member: everything about retailers is for members. */
export function requireMember(viewer: Viewer): void {
  if (viewer.class === 'member') return
  throw forbidden('members-only', 'Retailers are for members. Join to see who has what.')
}

/** Throws 404 for what cannot be a slug of ours. */
export function requireSlug(slug: string, what: string): void {
  if (slug.length > LONGEST_SLUG || /\p{Cc}/u.test(slug)) throw notFound(what)
}

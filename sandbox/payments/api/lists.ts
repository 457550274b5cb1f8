import { invalid, noSuch } from '#sandbox/payments/provider-error.ts'
import type { Kind, Kinds } from '#sandbox/payments/store/kinds.ts'
import type { Range, Where } from '#sandbox/payments/store/store.ts'
import type { World } from '#sandbox/payments/world.ts'

type Paging = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: Range | undefined
}

const USUAL_LIMIT = 10

/** One page of a list, newest first, in the provider's list format. */
export function listPage<K extends Kind>(
  world: World,
  kind: K,
  { url, where = {}, paging }: { url: string; where?: Where; paging: Paging },
) {
  const { limit = USUAL_LIMIT, starting_after: after, ending_before: before } = paging
  if (after !== undefined && before !== undefined) {
    throw invalid('You cannot use both starting_after and ending_before.', 'starting_after')
  }
  for (const cursor of [after, before]) {
    if (cursor !== undefined && !world.store.find(kind, cursor)) {
      throw noSuch(kind, cursor, after === undefined ? 'ending_before' : 'starting_after')
    }
  }
  const found = world.store.list(kind, {
    where,
    created: paging.created,
    // Fetches one more than the limit to see whether more follow.
    limit: limit + 1,
    startingAfter: after,
    endingBefore: before,
  })
  const page = before === undefined ? found.slice(0, limit) : found.slice(-limit)
  return envelope(url, page, found.length > limit)
}

export function envelope<T>(url: string, data: T[], hasMore = false) {
  return { object: 'list' as const, data, has_more: hasMore, url }
}

/** The object that a path names. Throws a 404 if there is none. */
export function fromPath<K extends Kind>(
  world: World,
  kind: K,
  path: Record<string, string>,
  name: string = kind,
): Kinds[K] {
  const id = path.id ?? ''
  const found = world.store.find(kind, id)
  if (!found) throw noSuch(name.replaceAll('.', ' '), id)
  return found
}

import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import type { DealDraft } from './deal-import.rules.ts'
import { storePicture } from './pictures.ts'

/** Finds a picture by its name in the sheet; undefined when there is none. */
export type ReadPicture = (name: string) => Promise<Buffer | undefined>

export type FoundPictures = {
  /** Stored pictures by name; empty when they were only looked for. */
  ids: Map<string, string>
  /** Why a picture cannot be used, by name. */
  faults: Map<string, string>
}

/** Each is decoded and encoded in several sizes, which takes a core and memory. */
const AT_ONCE = 2

/**
 * Looks up every picture that the deals name, each once, and stores it when `isStoring`. Pictures
 * are found by their content, so one that is stored and then not used does no harm.
 */
export async function findPictures(
  ctx: Pick<AppContext, 'db' | 'storage'>,
  drafts: DealDraft[],
  {
    readPicture,
    isStoring,
    onPicture,
  }: {
    readPicture: ReadPicture | undefined
    isStoring: boolean
    onPicture: (done: number, total: number) => void
  },
): Promise<FoundPictures> {
  const names = new Set(drafts.flatMap(pictureNames))
  const found: FoundPictures = { ids: new Map(), faults: new Map() }
  const queue = names.values()
  let done = 0

  async function work() {
    for (const name of queue) {
      const fault = await findOne(name)
      if (fault) found.faults.set(name, fault)
      done += 1
      onPicture(done, names.size)
    }
  }

  async function findOne(name: string): Promise<string | undefined> {
    if (!readPicture) return 'is a picture, and no pictures were given with the sheet'
    const bytes = await readPicture(name)
    if (!bytes) return 'is not among the pictures'
    if (!isStoring) return undefined
    try {
      const { id } = await storePicture(ctx, bytes)
      found.ids.set(name, id)
      return undefined
    } catch (error) {
      if (error instanceof Problem && error.status === 422)
        return `cannot be used: ${error.message}`
      throw error
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found
}

function pictureNames({ cardPicture, morePictures }: DealDraft): string[] {
  return cardPicture === undefined ? morePictures : [cardPicture, ...morePictures]
}

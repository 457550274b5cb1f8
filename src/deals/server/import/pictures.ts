import { looksTheSame } from '#app/deals/editing/picture-notes.facts.ts'
import { openPictureArchive } from '#app/deals/server/pictures/archive.ts'
import { createLinkReader, isPictureLink } from '#app/deals/server/pictures/links.ts'
import { findPicture } from '#app/deals/server/pictures/pictures.queries.ts'
import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import type { SheetDeal } from './rows.rules.ts'

/** A row with pictures. */
export type Pictured = Pick<SheetDeal, 'row' | 'cardPicture' | 'morePictures'>

/** The bytes of a picture, or the id of a stored one. */
type FoundPicture = Buffer | { id: string; likeness: string | null }

/**
 * Finds a picture by its name in the sheet; undefined when there is none. May throw a Problem 422 that explains
 * why it is unusable.
 */
export type ReadPicture = (name: string) => Promise<FoundPicture | undefined>

export type FoundPictures = {
  /** Ids of stored pictures by name; empty when pictures were only looked up. */
  ids: Map<string, string>
  /** The likeness of each, by id. */
  likenesses: Map<string, string | null>
  /** Why a picture is unusable, by name. */
  faults: Map<string, string>
}

/** Concurrency: the work is mostly waiting for links or the encoder, but each picture occupies memory. */
const AT_ONCE = 4
const MOST_LINKS = 500

/**
 * Looks up every picture that the deals name, once each, and stores it when `isStoring`. Pictures are addressed
 * by content, so storing one that stays unused does no harm.
 */
export async function findPictures(
  ctx: Pick<AppContext, 'db' | 'storage'>,
  drafts: Pictured[],
  {
    readPicture,
    isStoring,
    signal,
    onPicture,
  }: {
    readPicture: ReadPicture | undefined
    isStoring: boolean
    signal: AbortSignal | undefined
    onPicture: (done: number, total: number) => void
  },
): Promise<FoundPictures> {
  const names = new Set(drafts.flatMap(pictureNames))
  const links = [...names].filter(isPictureLink)
  const linksTooMany = new Set(links.slice(MOST_LINKS))
  const found: FoundPictures = { ids: new Map(), likenesses: new Map(), faults: new Map() }
  // Links first, because they share a time budget that other pictures should not use up.
  const queue = new Set([...links, ...names]).values()
  let done = 0

  async function work() {
    for (const name of queue) {
      signal?.throwIfAborted()
      const fault = await findOne(name)
      if (fault) found.faults.set(name, fault)
      done += 1
      onPicture(done, names.size)
    }
  }

  async function findOne(name: string): Promise<string | undefined> {
    if (!readPicture) return 'is a picture, and no pictures were given with the sheet'
    if (linksTooMany.has(name)) return `is one link more than ${MOST_LINKS}`
    try {
      const picture = await readPicture(name)
      if (!picture) return 'is not among the pictures'
      if (Buffer.isBuffer(picture) && !isStoring) return
      const stored = Buffer.isBuffer(picture) ? await storePicture(ctx, picture) : picture
      found.ids.set(name, stored.id)
      found.likenesses.set(stored.id, stored.likeness)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 422) throw error
      return `cannot be used: ${error.message}`
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found
}

/** Notes for rows with pictures that look the same: both are kept, so that a person can decide. */
export function lookAlikeNotes(
  drafts: Pictured[],
  { ids, likenesses }: Pick<FoundPictures, 'ids' | 'likenesses'>,
): string[] {
  return drafts.flatMap((draft) => {
    const stored = pictureNames(draft).flatMap((name) => {
      const id = ids.get(name)
      return id === undefined ? [] : [{ name, id, likeness: likenesses.get(id) ?? null }]
    })
    return stored.flatMap(({ name, id, likeness }, at) => {
      const twin = stored
        .slice(0, at)
        .find((other) => other.id !== id && looksTheSame(other.likeness, likeness))
      return twin ? `Row ${draft.row}: ${name} looks the same as ${twin.name}. Both are kept.` : []
    })
  })
}

function pictureNames({ cardPicture, morePictures }: Pictured): string[] {
  return cardPicture === undefined ? morePictures : [cardPicture, ...morePictures]
}

export type PictureSources = {
  /** Keys of stored pictures by the names that the sheet may use. */
  keys: Map<string, string>
  /** Path of the zip of pictures; undefined when none was given. */
  archivePath: string | undefined
}

type Composed = { readPicture: ReadPicture; close: () => Promise<void> }

const STORED_KEY = /^(?:ndc-images\/)?([0-9a-f]{32})(?:\.jpg)?$/

/** Combines the sources of pictures: stored ones, the zip, and links. Throws a Problem 422 `bad-archive`. */
export async function composePictures(
  ctx: Pick<AppContext, 'db' | 'fetchOutside' | 'now'>,
  { keys, archivePath }: PictureSources,
): Promise<Composed> {
  const byFoldedName = new Map([...keys].map(([name, key]) => [foldFileName(name), key]))
  const archive = archivePath === undefined ? undefined : await openPictureArchive(archivePath)

  const readLink = createLinkReader(ctx)

  async function findStored(name: string) {
    const key =
      keys.get(name) ?? (isPictureLink(name) ? undefined : byFoldedName.get(foldFileName(name)))
    const id = STORED_KEY.exec(key ?? '')?.[1]
    return id === undefined ? undefined : findPicture(ctx.db, id)
  }

  return {
    readPicture: async (name) => {
      const stored = await findStored(name)
      if (stored) return { id: stored.id, likeness: stored.likeness }
      return isPictureLink(name) ? readLink(name) : archive?.read(name)
    },
    close: async () => archive?.close(),
  }
}

/** File names are matched by their last segment, ignoring case. */
function foldFileName(name: string): string {
  const [last = name] = name.replaceAll('\\', '/').split('/').slice(-1)
  return last.normalize('NFC').toLowerCase()
}

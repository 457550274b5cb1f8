import { MOST_PICTURE_BYTES, MOST_PICTURES } from '#app/deals/deals.facts.ts'
import type { ManagedPicture } from '#app/deals/editing/managed-deal.contract.ts'
import {
  type LostFor,
  looksTheSame,
  type PictureFocus,
  type PictureNote,
} from '#app/deals/editing/picture-notes.facts.ts'

export type PictureItem = {
  id: string
  name: string
  state: 'uploading' | 'stored' | 'failed'
  /** The share that was sent, from 0 to 1. */
  sent: number
  /** The key under /ndc-images/, once it is stored. */
  key: string | null
  placeholder: string | null
  error: string | null
  /** Whether sending it again may help. */
  canRetry: boolean
  /** The alternative text, which everybody may read; `focus` is the point where the piece is. */
  alternative: string
  focus: PictureFocus | null
  likeness: string | null
  /** Why the stored picture does not load. */
  fault: LostFor | null
  /** Chosen since the form was opened. */
  isNew: boolean
  /** A person confirmed that it differs from one that looks the same. */
  isKept: boolean
  /** The picture that it replaces, until it is stored. */
  former?: PictureItem
}

type Stored = Pick<PictureItem, 'placeholder'> & { key: string; likeness?: string | null }

const UNTOLD = {
  alternative: '',
  focus: null,
  likeness: null,
  fault: null,
  isNew: false,
  isKept: false,
}

/** Makes an item of a stored picture. */
export function storedItem(
  id: string,
  { key, placeholder }: Stored,
  told: Partial<ManagedPicture> = {},
): PictureItem {
  return {
    ...UNTOLD,
    ...told,
    id,
    name: key,
    state: 'stored',
    sent: 1,
    key,
    placeholder,
    error: null,
    canRetry: false,
  }
}

export function newItem(id: string, name: string, error?: string): PictureItem {
  return {
    ...UNTOLD,
    isNew: true,
    id,
    name,
    state: error ? 'failed' : 'uploading',
    sent: 0,
    key: null,
    placeholder: null,
    error: error ?? null,
    canRetry: false,
  }
}

/** Adds as many pictures as there is room for, usable ones first; `left` counts the rest. */
export function addItems(list: PictureItem[], added: PictureItem[]) {
  const room = Math.max(0, MOST_PICTURES - list.length)
  const isBad = ({ state }: PictureItem) => Number(state === 'failed')
  const first = new Set(added.toSorted((one, other) => isBad(one) - isBad(other)).slice(0, room))
  const taken = added.filter((item) => first.has(item))
  return { list: [...list, ...taken], taken, left: added.length - taken.length }
}

export type PictureFault = 'no-picture' | 'too-large' | 'empty'

/** Validates a file before it is sent; undefined if nothing is wrong so far. */
export function findPictureFault({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): PictureFault | undefined {
  const isPicture = /^image\/(jpeg|png|webp)$/.test(type) || /\.(jpe?g|png|webp)$/i.test(name)
  if (!isPicture) return 'no-picture'
  if (size > MOST_PICTURE_BYTES) return 'too-large'
  return size === 0 ? 'empty' : undefined
}

/** Returns text that may be a link to a picture; undefined for any other. */
export function pictureLink(text: string): string | undefined {
  const written = text.trim()
  return /^https?:\/\/\S+$/i.test(written) && URL.canParse(written) ? written : undefined
}

export function change(list: PictureItem[], id: string, facts: Partial<PictureItem>) {
  return list.map((item) => (item.id === id ? { ...item, ...facts } : item))
}

/** Marks an upload as stored; drops it if it duplicates another picture. */
export function markStored(list: PictureItem[], id: string, stored: Stored) {
  const { key, placeholder, likeness = null } = stored
  if (hasKey(list, id, key)) return giveUp(list, id)
  return list.map(({ former, ...item }) => {
    if (item.id !== id) return former ? { ...item, former } : item
    const known = { key, placeholder, likeness, fault: null }
    return { ...item, ...known, state: 'stored' as const, sent: 1, error: null }
  })
}

/** Replaces a picture: the new one keeps the alternative text but needs a new focal point. */
export function exchange(list: PictureItem[], id: string, item: PictureItem): PictureItem[] {
  return list.map((former) =>
    former.id === id ? { ...item, alternative: former.alternative, former } : former,
  )
}

/** Removes a picture; a failed replacement gives its place back. */
export function giveUp(list: PictureItem[], id: string): PictureItem[] {
  return list.flatMap((item) => (item.id === id ? (item.former ?? []) : item))
}

/**
 * Maps picture ids to the place of another that looks the same. Of two, the later one is flagged, but a new
 * picture always rather than a stored one.
 */
export function sameLooking(list: PictureItem[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const [index, item] of list.entries()) {
    if (item.isKept) continue
    const place = list.findIndex(
      (other, at) =>
        other.id !== item.id &&
        (item.isNew ? at < index || !other.isNew : at < index && !other.isNew) &&
        looksTheSame(item.likeness, other.likeness),
    )
    if (place >= 0) found.set(item.id, place)
  }
  return found
}

/** Returns the notes on stored pictures, by key. */
export function notesOf(list: PictureItem[]): Record<string, PictureNote> {
  return Object.fromEntries(
    list.flatMap(({ key, alternative, focus, isKept }) =>
      key === null ? [] : [[key, { alternative, focus, isKept }]],
    ),
  )
}

const SILENT: PictureNote = { alternative: '', focus: null, isKept: false }

/**
 * Returns my notes that differ from theirs, on pictures that both have; with `isNewToo` also those on new
 * ones.
 */
export function otherNotes(
  mine: Record<string, PictureNote>,
  theirs: Record<string, PictureNote>,
  isNewToo = false,
): Record<string, PictureNote> {
  const text = ({ alternative, focus, isKept }: PictureNote) =>
    `${isKept}|${alternative.trim()}|${focus ?? ''}`
  return Object.fromEntries(
    Object.entries(mine).filter(([key, note]) => {
      const before = theirs[key] ?? (isNewToo ? SILENT : note)
      return text(note) !== text(before)
    }),
  )
}

/** Returns the form data for notes; none without notes. */
export function noteParts(notes: Record<string, PictureNote>): [string, string][] {
  return Object.keys(notes).length > 0 ? [['pictureNotes', JSON.stringify(notes)]] : []
}

export function hasKey(list: PictureItem[], exceptId: string, key: string): boolean {
  return list.some((item) => item.id !== exceptId && item.key === key)
}

export function removeItem(list: PictureItem[], id: string): PictureItem[] {
  return list.filter((item) => item.id !== id)
}

/** Moves a picture to a place, from 0; the first place is the card's. */
export function moveItem(list: PictureItem[], id: string, to: number): PictureItem[] {
  const item = list.find((other) => other.id === id)
  if (!item) return list
  const rest = removeItem(list, id)
  const place = Math.min(Math.max(to, 0), rest.length)
  return [...rest.slice(0, place), item, ...rest.slice(place)]
}

export function countState(list: PictureItem[], state: PictureItem['state']): number {
  return list.filter((item) => item.state === state).length
}

/** Returns the keys in order, the card's first. */
export function pictureKeysOf(list: PictureItem[]): string[] {
  return list.flatMap(({ key }) => key ?? [])
}

export function isSameOrder(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index])
}

/** Returns the form data for these pictures; empty values remove all. */
export function pictureParts(keys: string[]): [string, string][] {
  const [card = '', ...more] = keys
  const others = more.length > 0 ? more : ['']
  return [['dealCardImageUrl', card], ...others.map((key): [string, string] => ['imageKeys', key])]
}

import { MOST_PICTURE_BYTES, MOST_PICTURES } from '#app/deals/deals.facts.ts'

export type PictureItem = {
  id: string
  name: string
  state: 'uploading' | 'stored' | 'failed'
  /** From 0 to 1. */
  sent: number
  /** Under /ndc-images/, once it is stored. */
  key: string | null
  placeholder: string | null
  error: string | null
  /** Whether sending it again may help. */
  canRetry: boolean
}

type Stored = { key: string; placeholder: string | null }

export function storedItem(id: string, { key, placeholder }: Stored): PictureItem {
  return {
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

/** Adds as many as there is room for; `left` says how many there was none for. */
export function addItems(list: PictureItem[], added: PictureItem[]) {
  const room = Math.max(0, MOST_PICTURES - list.length)
  const taken = added.slice(0, room)
  return { list: [...list, ...taken], taken, left: added.length - taken.length }
}

export type PictureFault = 'no-picture' | 'too-large' | 'empty'

/** Validates a file before it is sent; undefined when nothing is wrong so far. */
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

/** A text that may lead to a picture; undefined for any other. */
export function pictureLink(text: string): string | undefined {
  const written = text.trim()
  return /^https?:\/\/\S+$/i.test(written) && URL.canParse(written) ? written : undefined
}

export function change(list: PictureItem[], id: string, facts: Partial<PictureItem>) {
  return list.map((item) => (item.id === id ? { ...item, ...facts } : item))
}

/** Marks an upload as stored; a duplicate of another picture is dropped. */
export function markStored(list: PictureItem[], id: string, { key, placeholder }: Stored) {
  if (hasKey(list, id, key)) return removeItem(list, id)
  return change(list, id, { state: 'stored', sent: 1, key, placeholder, error: null })
}

export function hasKey(list: PictureItem[], exceptId: string, key: string): boolean {
  return list.some((item) => item.id !== exceptId && item.key === key)
}

export function removeItem(list: PictureItem[], id: string): PictureItem[] {
  return list.filter((item) => item.id !== id)
}

/** Puts a picture at a place, from 0; the first place is the card's. */
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

/** Keys in their order: the card's first. */
export function pictureKeysOf(list: PictureItem[]): string[] {
  return list.flatMap(({ key }) => key ?? [])
}

export function isSameOrder(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index])
}

/** The form data for these pictures; empty values remove all. */
export function pictureParts(keys: string[]): [string, string][] {
  const [card = '', ...more] = keys
  const others = more.length > 0 ? more : ['']
  return [['dealCardImageUrl', card], ...others.map((key): [string, string] => ['imageKeys', key])]
}

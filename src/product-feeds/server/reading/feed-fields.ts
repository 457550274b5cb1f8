import { ownText } from './own-text.rules.ts'

/** A piece's values by the feed's own field names. Valid only during the call that passes it. */
export type FeedItem = {
  first: (name: string) => string | undefined
  all: (name: string) => readonly string[]
  /** The first value of each field. */
  entries: () => Iterable<[name: string, first: string]>
}

const MOST_VALUES = 12
const MOST_FIELDS = 120
/** How many element names are remembered; a feed has some thirty. */
const MOST_NAMES = 1000
const LONGEST_NAME = 200

/** The values of one field; they are current if `piece` is the number of the current piece. */
type Field = {
  local: string
  piece: number
  first: string
  others: string[]
  /** Whether the values come from Google's namespace, which takes precedence over others. */
  isOfGoogle: boolean
}

/** An element name, wherever it occurs. */
export type NamedElement = {
  written: string
  isOfGoogle: boolean
  field: Field
  /** The element that followed last time: pieces tend to have the same order. */
  next: NamedElement | undefined
}

/** The fields of the current piece. The objects are reused, because a feed may have a million pieces. */
export function createFeedFields() {
  const names = new Map<string, NamedElement>()
  const fields = new Map<string, Field>()
  /** The number of the current piece. */
  let piece = 0
  let fieldCount = 0

  const fieldOf = (name: string) => {
    const field = fields.get(name)
    return field?.piece === piece ? field : undefined
  }
  const item: FeedItem = {
    first: (name) => fieldOf(name)?.first,
    all: (name) => {
      const field = fieldOf(name)
      return field ? [field.first, ...field.others] : []
    },
    *entries() {
      for (const { local, piece: of, first } of fields.values()) {
        if (of === piece) yield [local, first]
      }
    },
  }

  return {
    /** The current piece; always the same object. */
    item,
    begin(): void {
      piece += 1
      fieldCount = 0
    },
    named(name: string): NamedElement {
      const known = names.get(name)
      if (known) return known
      const own = ownText(name)
      const local = localName(own)
      const field = fields.get(local) ?? unsaid(local)
      const isOfGoogle = own.length !== local.length
      const named: NamedElement = { written: own, isOfGoogle, field, next: undefined }
      if (names.size < MOST_NAMES && own.length <= LONGEST_NAME) {
        names.set(own, named)
        fields.set(local, field)
      }
      return named
    },
    keep({ field, isOfGoogle }: NamedElement, words: string): void {
      if (words === '') return
      const isThere = field.piece === piece
      if (!isThere || (isOfGoogle && !field.isOfGoogle)) {
        if (!isThere) fieldCount += 1
        if (fieldCount > MOST_FIELDS) return
        field.piece = piece
        field.first = words
        field.isOfGoogle = isOfGoogle
        if (field.others.length > 0) field.others = []
      } else if (isOfGoogle === field.isOfGoogle && field.others.length < MOST_VALUES - 1) {
        field.others.push(words)
      }
    },
  }
}

function unsaid(local: string): Field {
  return { local, piece: 0, first: '', others: [], isOfGoogle: false }
}

function localName(name: string): string {
  const at = name.indexOf(':')
  return (at < 0 ? name : name.slice(at + 1)).toLowerCase()
}

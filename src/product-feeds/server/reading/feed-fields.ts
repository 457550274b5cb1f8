import { ownText } from './own-text.rules.ts'

/** What is said of a piece, by the name of each field in the feed's own words. Holds for the call that tells of it. */
export type FeedItem = {
  first: (name: string) => string | undefined
  all: (name: string) => readonly string[]
  /** The first of each field. */
  entries: () => Iterable<[name: string, first: string]>
}

const MOST_VALUES = 12
const MOST_FIELDS = 120
/** Names of elements that are remembered: a feed has some thirty. Of others nothing is kept. */
const MOST_NAMES = 1000
const LONGEST_NAME = 200

/** What the piece that is being read says under a name, where `piece` is its number. */
type Field = {
  local: string
  piece: number
  first: string
  others: string[]
  /** Said in Google's words: those count before others of that name. */
  isOfGoogle: boolean
}

/** What is called so, wherever it stands. */
export type NamedElement = {
  written: string
  isOfGoogle: boolean
  field: Field
  /** What was opened after it the last time: pieces say the same in the same order. */
  next: NamedElement | undefined
}

/** The fields of one piece after the other. A feed has a million pieces, so what holds them is kept and filled anew. */
export function createFeedFields() {
  const names = new Map<string, NamedElement>()
  const fields = new Map<string, Field>()
  /** The number of the piece that is being read. */
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
    /** The piece that is being read, whichever that is. */
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

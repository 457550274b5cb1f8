import { Tokenizer } from 'htmlparser2'
import { DEEPEST_ELEMENT, LONGEST_FEED_FIELD } from '#app/product-feeds/product-feeds.facts.ts'
import { FeedFault } from './feed-fault.ts'
import { ownText } from './own-text.rules.ts'

/** What is said of a piece, by the name of each field in the feed's own words. Holds for the call that tells of it. */
export type FeedItem = {
  first: (name: string) => string | undefined
  all: (name: string) => readonly string[]
  /** The first of each field. */
  entries: () => Iterable<[name: string, first: string]>
}

/** What pieces lie in: RSS, Atom, and what networks call it. */
const ITEMS = new Set(['item', 'entry', 'product'])
const MOST_VALUES = 12
const MOST_FIELDS = 120
const MOST_ATTRIBUTES = 200
/** Names of elements that are remembered: a feed has some thirty. Of others nothing is kept. */
const MOST_NAMES = 1000
const LONGEST_NAME = 200
/** So much without a tag that ends is no feed, and none of it is kept. */
const LONGEST_UNFINISHED = 4 * 1024 * 1024

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
type Named = {
  written: string
  isOfGoogle: boolean
  field: Field
  /** What was opened after it the last time: pieces say the same in the same order. */
  next: Named | undefined
}

/**
 * Reads pieces out of XML as it comes. No document type, no entities of its own, nothing fetched; what is nested
 * deeper than any feed is refused. A tag that is not closed costs its piece some fields, and no other piece anything.
 *
 * It listens to the tokenizer of the parser, not to the parser: that one cuts out every text and every name before it
 * tells of them, and of a feed most of the text is description that nobody wants.
 */
export function createXmlItems(
  onItem: (item: FeedItem) => void,
  isWanted: (name: string) => boolean = () => true,
) {
  /** What has come and may still be cut out of, and where in the whole feed it begins. */
  let held = ''
  let heldFrom = 0
  let written = 0
  /** Up to here all has been dealt with. */
  let doneTo = 0
  const open: Named[] = []
  let attributes = 0
  /** The number of the piece that is being read; a feed has a million, so its fields are kept and filled anew. */
  let piece = 0
  let itemDepth = 0
  let fieldCount = 0
  let wanted: Named | undefined
  /** What the field says, and behind it what may still hold entities. */
  let text = ''
  let undecoded = ''
  /** Of the element that is being opened, where it is the link of a piece: Atom says where it is by attributes. */
  let linked: { href?: string; rel?: string } | undefined
  let attribute: 'href' | 'rel' | undefined
  let value = ''
  const names = new Map<string, Named>()
  let last: Named | undefined
  const fields = new Map<string, Field>()
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

  const cut = (from: number, to: number) => held.slice(from - heldFrom, to - heldFrom)

  /** Letter by letter: short names are compared so before a built-in has begun. */
  function isWritten(name: string, from: number, to: number): boolean {
    if (name.length !== to - from) return false
    const offset = from - heldFrom
    for (let at = 0; at < name.length; at += 1) {
      if (held.charCodeAt(offset + at) !== name.charCodeAt(at)) return false
    }
    return true
  }

  /** Where the next entity may begin: looked for once, not in every text. */
  let ampersand = -1
  function hasEntity(from: number, to: number): boolean {
    if (ampersand < from) {
      const found = held.indexOf('&', from - heldFrom)
      ampersand = found < 0 ? Infinity : heldFrom + found
    }
    return ampersand < to
  }

  function nameAt(from: number, to: number): Named {
    const guess = last?.next
    const named = guess && isWritten(guess.written, from, to) ? guess : knownAt(from, to)
    if (last) last.next = named
    last = named
    return named
  }

  function knownAt(from: number, to: number): Named {
    const name = cut(from, to)
    const known = names.get(name)
    if (known) return known
    const own = ownText(name)
    const local = localName(own)
    const field = fields.get(local) ?? { local, piece: 0, first: '', others: [], isOfGoogle: false }
    const isOfGoogle = own.length !== local.length
    const named: Named = { written: own, isOfGoogle, field, next: undefined }
    if (names.size < MOST_NAMES && own.length <= LONGEST_NAME) {
      names.set(own, named)
      fields.set(local, field)
    }
    return named
  }

  function close() {
    const depth = open.length
    open.pop()
    if (itemDepth === 0) return
    if (depth === itemDepth + 1) {
      if (wanted) keep(wanted, trimmed(text + decodeEntities(undecoded)))
      wanted = undefined
    } else if (depth === itemDepth) {
      itemDepth = 0
      onItem(item)
    }
  }

  const isFull = () => text.length + undecoded.length >= LONGEST_FEED_FIELD

  const tokenizer = new Tokenizer(
    // Entities are decoded where somebody wants what they stand in: that is a tenth of a feed.
    { xmlMode: true, decodeEntities: false },
    {
      ondeclaration(from, to) {
        doneTo = to
        if (/^doctype\s+html/i.test(cut(from, to))) throw notAFeed()
        throw new FeedFault(
          'The feed brings a document type of its own (DTD), which may make a small file enormous. Ask the shop for one without.',
        )
      },
      onopentagname(from, to) {
        doneTo = to
        const named = nameAt(from, to)
        open.push(named)
        attributes = 0
        linked = undefined
        const depth = open.length
        if (depth > DEEPEST_ELEMENT) {
          throw new FeedFault(
            `Elements lie more than ${DEEPEST_ELEMENT} deep in each other: this is no product feed. Ask the shop for its product feed, or choose another file.`,
          )
        }
        const { local } = named.field
        if (itemDepth === 0) {
          if (depth === 1 && /^html$/i.test(named.written)) throw notAFeed()
          if (depth < 2 || !ITEMS.has(local)) return
          piece += 1
          itemDepth = depth
          fieldCount = 0
          return
        }
        if (depth !== itemDepth + 1 || !isWanted(local)) return
        wanted = named
        text = ''
        undecoded = ''
        if (local === 'link') linked = {}
      },
      onopentagend(at) {
        doneTo = at
      },
      onselfclosingtag(at) {
        doneTo = at
        close()
      },
      onclosetag(from, to) {
        doneTo = to
        const innermost = open.at(-1)
        if (innermost && isWritten(innermost.written, from, to)) return close()
        const name = cut(from, to)
        const at = open.findLastIndex(({ written }) => written === name)
        // What was left open within it ends with it; what was never opened closes nothing.
        while (at >= 0 && open.length > at) close()
      },
      onattribname(from, to) {
        doneTo = to
        attributes += 1
        if (attributes > MOST_ATTRIBUTES) {
          throw new FeedFault(
            `An element has more than ${MOST_ATTRIBUTES} attributes: this is no product feed. Ask the shop for its product feed, or choose another file.`,
          )
        }
        attribute = undefined
        value = ''
        if (!linked) return
        const name = cut(from, to)
        if ((name === 'href' || name === 'rel') && linked[name] === undefined) attribute = name
      },
      onattribdata(from, to) {
        if (attribute !== undefined) value += cut(from, to)
      },
      onattribend(_, at) {
        doneTo = at
        if (!linked || attribute === undefined) return
        linked[attribute] = decodeEntities(value)
        const { href, rel = 'alternate' } = linked
        undecoded = ''
        text = href !== undefined && rel === 'alternate' ? href : ''
      },
      ontext(from, to) {
        doneTo = to
        if (!wanted || isFull()) return
        // An entity may begin in one part of a text and end in the next.
        if (undecoded !== '' || hasEntity(from, to)) undecoded += cut(from, to)
        else text += cut(from, to)
      },
      oncdata(from, to, ends) {
        doneTo = to
        if (!wanted || isFull()) return
        text += decodeEntities(undecoded) + cut(from, to - ends)
        undecoded = ''
      },
      oncomment(_, to) {
        doneTo = to
      },
      onprocessinginstruction(_, to) {
        doneTo = to
      },
      onattribentity() {},
      ontextentity() {},
      onend() {},
    },
  )

  function keep({ field, isOfGoogle }: Named, words: string) {
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
  }

  return {
    write(chunk: string) {
      // A name may begin in one part and end in the next.
      if (doneTo >= written) {
        held = chunk
        heldFrom = written
      } else if (doneTo > heldFrom) {
        held = held.slice(doneTo - heldFrom) + chunk
        heldFrom = doneTo
      } else held += chunk
      written += chunk.length
      ampersand = -1
      tokenizer.write(chunk)
      if (written - doneTo > LONGEST_UNFINISHED) {
        throw new FeedFault(
          'There are megabytes without the end of a tag: this is no product feed. Ask the shop for its product feed, or choose another file.',
        )
      }
    },
    /** Throws where the feed stops before its end. */
    end() {
      if (open.length > 0) {
        throw new FeedFault(
          'The feed stops in the middle: its last element is never closed. Fetch or upload it again.',
        )
      }
      tokenizer.end()
    },
  }
}

function localName(name: string): string {
  const at = name.indexOf(':')
  return (at < 0 ? name : name.slice(at + 1)).toLowerCase()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The five of XML, and letters by their number; what nobody explains stays as it is written. */
function decodeEntities(text: string): string {
  if (text === '') return text
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/gi,
    (written, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? written
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}

/** Most of it begins and ends with a letter or a figure, and need not be looked through. */
function trimmed(text: string): string {
  const isBare = isVisible(text.charCodeAt(0)) && isVisible(text.charCodeAt(text.length - 1))
  return isBare ? text : text.trim()
}

function isVisible(code: number): boolean {
  return code > 32 && code < 127
}

function notAFeed(): FeedFault {
  return new FeedFault(
    'This is a web page, not a product feed. Open the address in a browser: it may want you to sign in.',
  )
}

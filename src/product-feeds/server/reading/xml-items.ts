import { Parser } from 'htmlparser2'
import { DEEPEST_ELEMENT, LONGEST_FEED_FIELD } from '#app/product-feeds/product-feeds.facts.ts'
import { FeedFault } from './feed-fault.ts'

/** What is said of a piece: by the name of each field, in the feed's own words, what stands there. */
export type FeedItem = Map<string, string[]>

/** What pieces lie in: RSS, Atom, and what networks call it. */
const ITEMS = new Set(['item', 'entry', 'product'])
const MOST_VALUES = 12
const MOST_FIELDS = 120
const MOST_ATTRIBUTES = 200
/** Names of elements that are remembered: a feed has some thirty. */
const MOST_NAMES = 1000
/** So much without a tag that ends is no feed, and none of it is kept. */
const LONGEST_UNFINISHED = 4 * 1024 * 1024

/**
 * Reads pieces out of XML as it comes. No document type, no entities of its own, nothing fetched; what is nested
 * deeper than any feed is refused. A tag that is not closed costs its piece some fields, and no other piece anything.
 * Of a field that nobody wants no text is kept.
 */
export function createXmlItems(
  onItem: (item: FeedItem) => void,
  isWanted: (name: string) => boolean = () => true,
) {
  let depth = 0
  let written = 0
  let attributes = 0
  let item: FeedItem | undefined
  let itemDepth = 0
  let field: string | undefined
  let isOfGoogle = false
  /** What the field says, and behind it what may still hold entities. */
  let text = ''
  let undecoded = ''
  let isLiteral = false
  /** Of the element that is being opened, where it is the link of a piece: Atom says where it is by attributes. */
  let linked: { href?: string; rel?: string } | undefined
  /** Fields that were said in Google's words: those count before others of that name. */
  let said = new Set<string>()
  const names = new Map<string, string>()

  function localOf(name: string): string {
    const before = names.get(name)
    if (before !== undefined) return before
    if (names.size >= MOST_NAMES) names.clear()
    const local = localName(name)
    names.set(name, local)
    return local
  }

  const parser = new Parser(
    {
      onprocessinginstruction(name, data) {
        if (!name.startsWith('!')) return
        if (/^!doctype\s+html/i.test(data)) throw notAFeed()
        throw new FeedFault(
          'The feed brings a document type of its own (DTD), which may make a small file enormous. Ask the shop for one without.',
        )
      },
      onopentagname(name) {
        depth += 1
        attributes = 0
        linked = undefined
        if (depth > DEEPEST_ELEMENT) {
          throw new FeedFault(
            `Elements lie more than ${DEEPEST_ELEMENT} deep in each other: this is no product feed. Ask the shop for its product feed, or choose another file.`,
          )
        }
        if (depth === 1 && /^html$/i.test(name)) throw notAFeed()
        if (!item) {
          if (depth < 2 || !ITEMS.has(localOf(name))) return
          item = new Map()
          itemDepth = depth
          said = new Set()
          return
        }
        if (depth !== itemDepth + 1) return
        const local = localOf(name)
        if (!isWanted(local)) return
        field = local
        isOfGoogle = name.length !== local.length
        text = ''
        undecoded = ''
        if (local === 'link') linked = {}
      },
      onattribute(name, value) {
        attributes += 1
        if (attributes > MOST_ATTRIBUTES) {
          throw new FeedFault(
            `An element has more than ${MOST_ATTRIBUTES} attributes: this is no product feed. Ask the shop for its product feed, or choose another file.`,
          )
        }
        if (!linked || (name !== 'href' && name !== 'rel') || linked[name] !== undefined) return
        linked[name] = decodeEntities(value)
        const { href, rel = 'alternate' } = linked
        undecoded = ''
        text = href !== undefined && rel === 'alternate' ? href : ''
      },
      ontext(piece) {
        if (field === undefined || text.length + undecoded.length >= LONGEST_FEED_FIELD) return
        if (isLiteral) text += piece
        else undecoded += piece
      },
      oncdatastart() {
        text += decodeEntities(undecoded)
        undecoded = ''
        isLiteral = true
      },
      oncdataend() {
        isLiteral = false
      },
      onclosetag() {
        if (field !== undefined && item && depth === itemDepth + 1) {
          keep(item, field, `${text}${decodeEntities(undecoded)}`.trim())
          field = undefined
        } else if (item && depth === itemDepth) {
          const done = item
          item = undefined
          onItem(done)
        }
        depth -= 1
      },
    },
    // Entities are decoded where somebody wants what they stand in: that is a tenth of a feed.
    { xmlMode: true, decodeEntities: false },
  )

  function keep(into: FeedItem, name: string, value: string) {
    if (value === '') return
    const before = into.get(name)
    if (isOfGoogle && !said.has(name)) {
      said.add(name)
      into.set(name, [value])
    } else if (!before) {
      if (into.size < MOST_FIELDS) into.set(name, [value])
    } else if (isOfGoogle === said.has(name) && before.length < MOST_VALUES) before.push(value)
  }

  return {
    write(chunk: string) {
      written += chunk.length
      parser.write(chunk)
      if (written - parser.endIndex > LONGEST_UNFINISHED) {
        throw new FeedFault(
          'There are megabytes without the end of a tag: this is no product feed. Ask the shop for its product feed, or choose another file.',
        )
      }
    },
    /** Throws where the feed stops before its end. */
    end() {
      const isCut = depth > 0
      if (isCut) {
        throw new FeedFault(
          'The feed stops in the middle: its last element is never closed. Fetch or upload it again.',
        )
      }
      parser.end()
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
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/gi,
    (written, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? written
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}

function notAFeed(): FeedFault {
  return new FeedFault(
    'This is a web page, not a product feed. Open the address in a browser: it may want you to sign in.',
  )
}

import { Tokenizer } from 'htmlparser2'
import { DEEPEST_ELEMENT, LONGEST_FEED_FIELD } from '#app/product-feeds/product-feeds.facts.ts'
import { FeedFault } from './feed-fault.ts'
import { createFeedFields, type FeedItem, type NamedElement } from './feed-fields.ts'
import { createTextInParts } from './text-in-parts.ts'

/** The elements that hold a piece, in RSS, Atom and the networks' formats. */
const ITEMS = new Set(['item', 'entry', 'product'])
const MOST_ATTRIBUTES = 200
/** More characters than this without a closing tag are no feed, and are not kept. */
const LONGEST_UNFINISHED = 4 * 1024 * 1024

/**
 * Reads pieces from XML as a stream. Document types, custom entities and external resources are refused, and
 * so is nesting deeper than in any feed. An unclosed tag costs its own piece some fields and affects no other
 * piece.
 *
 * It uses the parser's tokenizer instead of the parser, which would cut out every text and name before
 * reporting them; most of a feed's text is description that is not needed.
 */
export function createXmlItems(
  onItem: (item: FeedItem) => void,
  isWanted: (name: string) => boolean = () => true,
) {
  const feed = createTextInParts()
  const { cut, isWritten, hasEntity, forgetTo } = feed
  const fields = createFeedFields()
  const open: NamedElement[] = []
  let attributes = 0
  let itemDepth = 0
  let wanted: NamedElement | undefined
  /** The field's text so far, and the rest of it, which may still contain entities. */
  let text = ''
  let undecoded = ''
  /** Attributes of the element being opened if it may be a link: Atom has the address in attributes. */
  let linked: { href?: string; rel?: string } | undefined
  let attribute: 'href' | 'rel' | undefined
  let value = ''
  let last: NamedElement | undefined

  function namedAt(from: number, to: number): NamedElement {
    const guess = last?.next
    const named = guess && isWritten(guess.written, from, to) ? guess : fields.named(cut(from, to))
    if (last) last.next = named
    last = named
    return named
  }

  function close() {
    const depth = open.length
    open.pop()
    if (itemDepth === 0) return
    if (depth === itemDepth + 1) {
      if (wanted) fields.keep(wanted, trimmed(text + decodeEntities(undecoded)))
      wanted = undefined
    } else if (depth === itemDepth) {
      itemDepth = 0
      onItem(fields.item)
    }
  }

  const isFull = () => text.length + undecoded.length >= LONGEST_FEED_FIELD

  const tokenizer = new Tokenizer(
    // Entities are decoded only in texts that are used, about a tenth of a feed.
    { xmlMode: true, decodeEntities: false },
    {
      ondeclaration(from, to) {
        forgetTo(to)
        if (/^doctype\s+html/i.test(cut(from, to))) throw notAFeed()
        throw new FeedFault(
          'The feed brings a document type of its own (DTD), which may make a small file enormous. Ask the shop for one without.',
        )
      },
      onopentagname(from, to) {
        forgetTo(to)
        const named = namedAt(from, to)
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
          fields.begin()
          itemDepth = depth
          return
        }
        if (depth !== itemDepth + 1 || !isWanted(local)) return
        wanted = named
        text = ''
        undecoded = ''
        if (local === 'link') linked = {}
      },
      onopentagend(at) {
        forgetTo(at)
      },
      onselfclosingtag(at) {
        forgetTo(at)
        close()
      },
      onclosetag(from, to) {
        forgetTo(to)
        const innermost = open.at(-1)
        if (innermost && isWritten(innermost.written, from, to)) return close()
        const name = cut(from, to)
        const at = open.findLastIndex(({ written }) => written === name)
        // Elements left open inside are closed with it; a closing tag without an opening one is ignored.
        while (at >= 0 && open.length > at) close()
      },
      onattribname(from, to) {
        forgetTo(to)
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
        forgetTo(at)
        if (!linked || attribute === undefined) return
        linked[attribute] = decodeEntities(value)
        const { href, rel = 'alternate' } = linked
        undecoded = ''
        text = href !== undefined && rel === 'alternate' ? href : ''
      },
      ontext(from, to) {
        forgetTo(to)
        if (!wanted || isFull()) return
        // An entity may begin in one chunk of the text and end in the next.
        if (undecoded !== '' || hasEntity(from, to)) undecoded += cut(from, to)
        else text += cut(from, to)
      },
      oncdata(from, to, ends) {
        forgetTo(to)
        if (!wanted || isFull()) return
        text += decodeEntities(undecoded) + cut(from, to - ends)
        undecoded = ''
      },
      oncomment(_, to) {
        forgetTo(to)
      },
      onprocessinginstruction(_, to) {
        forgetTo(to)
      },
      onattribentity() {},
      ontextentity() {},
      onend() {},
    },
  )

  return {
    write(chunk: string) {
      feed.add(chunk)
      tokenizer.write(chunk)
      if (feed.unfinished() > LONGEST_UNFINISHED) {
        throw new FeedFault(
          'There are megabytes without the end of a tag: this is no product feed. Ask the shop for its product feed, or choose another file.',
        )
      }
    },
    /** Ends the feed; throws if it is truncated. */
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

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes XML's five entities and numeric ones; others stay as written. */
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

/** Trims only if needed: most texts begin and end with a visible ASCII character. */
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

import type { Thing } from './json-ld.ts'

type Gathering = { owner: Thing; names: string[]; text: string }
/** An open element that is an item or a property of one, with its depth in the page. */
type Open = { depth: number; isItem: boolean; gathers: Gathering | undefined }

const LONGEST_TEXT = 2000
const MOST_ITEMS = 2000

/** Collects a page's microdata items while its tags are parsed. */
export function createMicrodata() {
  const items: Thing[] = []
  const open: Open[] = []
  const around: Thing[] = []
  const gathering: Gathering[] = []
  let depth = 0
  let count = 0

  function begin(tag: string, attributes: Record<string, string>) {
    const names = attributes.itemprop?.trim().split(/\s+/) ?? []
    const owner = around.at(-1)
    if (attributes.itemscope !== undefined && count < MOST_ITEMS) {
      const item: Thing = { '@type': attributes.itemtype?.trim().split(/\s+/) ?? [] }
      count += 1
      if (attributes.itemid) item['@id'] = attributes.itemid
      if (owner && names.length > 0) for (const name of names) add(owner, name, item)
      else items.push(item)
      around.push(item)
      open.push({ depth, isItem: true, gathers: undefined })
    } else if (owner && names.length > 0) {
      const value = valueIn(tag, attributes)
      if (value !== undefined) {
        for (const name of names) add(owner, name, value)
        return
      }
      const gathers = { owner, names, text: '' }
      gathering.push(gathers)
      open.push({ depth, isItem: false, gathers })
    }
  }

  return {
    /** The items that are not part of another. */
    items,
    opens(tag: string, attributes: Record<string, string>) {
      depth += 1
      // Most elements have no microdata.
      if ('itemprop' in attributes || 'itemscope' in attributes) begin(tag, attributes)
    },
    reads(text: string) {
      for (const each of gathering) {
        if (each.text.length < LONGEST_TEXT) each.text += text
      }
    },
    closes() {
      const last = open.at(-1)
      if (last?.depth === depth) {
        open.pop()
        if (last.isItem) around.pop()
        const { gathers } = last
        if (gathers) {
          gathering.splice(gathering.indexOf(gathers), 1)
          for (const name of gathers.names) add(gathers.owner, name, gathers.text.trim())
        }
      }
      depth -= 1
    },
  }
}

function add(owner: Thing, name: string, value: unknown) {
  if (name.startsWith('@') || name === '__proto__') return
  const before = owner[name]
  if (before === undefined) owner[name] = value
  else if (Array.isArray(before)) before.push(value)
  else owner[name] = [before, value]
}

/** Returns a property's value from its element's attributes; undefined if the text is the value. */
function valueIn(tag: string, attributes: Record<string, string>): string | undefined {
  if (attributes.content !== undefined) return attributes.content
  switch (tag) {
    case 'meta':
      return ''
    case 'link':
    case 'a':
    case 'area':
      return attributes.href ?? ''
    case 'img':
    case 'source':
    case 'video':
      return attributes.src ?? ''
    case 'time':
      return attributes.datetime
    case 'data':
    case 'meter':
      return attributes.value ?? ''
    default:
      return
  }
}

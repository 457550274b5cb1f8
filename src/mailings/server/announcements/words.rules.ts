import { LINKABLE } from '#app/mailings/announcements.facts.ts'
import type { Block } from '#app/server/mail/mail.ts'

type Prose = Extract<Block, { kind: 'prose' }>

/** A link such as `[words](/terms)`: its label has no brackets, its address no spaces. */
const LINK = /\[([^[\]\n]{1,80})\]\(([^()\s]{1,200})\)/g
const ELSEWHERE = /\b(?:https?:\/\/|mailto:|www\.)/i

/**
 * Parses the typed letter: paragraphs separated by blank lines, with links to our own pages. A paragraph that
 * consists of a single link becomes a button.
 */
export function blocksOf(body: string): Block[] {
  return paragraphsOf(body).map((paragraph): Block => {
    const parts = partsOf(paragraph)
    const [only, ...others] = parts
    return only !== undefined && others.length === 0 && typeof only !== 'string'
      ? { kind: 'button', ...only }
      : { kind: 'prose', parts }
  })
}

/** Returns what is wrong with the text, for its author; undefined if nothing is. */
export function wrongWith(body: string): string | undefined {
  const links = paragraphsOf(body)
    .flatMap(partsOf)
    .filter((part) => typeof part !== 'string')
  const astray = links.find(({ path }) => !isLinkable(path))
  if (astray) {
    return `A letter to all leads to no deal, no offer and nowhere else: not to ${astray.path}. It may lead to ${LINKABLE.join(', ')}.`
  }
  if (ELSEWHERE.test(body)) {
    return 'Write links as [words](/terms): a letter to all leads to pages of ours, and nowhere else.'
  }
  return paragraphsOf(body).length === 0 ? 'Write the letter' : undefined
}

function paragraphsOf(body: string): string[] {
  return body
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .filter(Boolean)
}

function partsOf(paragraph: string): Prose['parts'] {
  const parts: Prose['parts'] = []
  let from = 0
  for (const { 0: whole, 1: label = '', 2: path = '', index } of paragraph.matchAll(LINK)) {
    if (index > from) parts.push(paragraph.slice(from, index))
    parts.push({ label, path })
    from = index + whole.length
  }
  if (from < paragraph.length) parts.push(paragraph.slice(from))
  return parts
}

/** Tells whether a path is an allowed page, possibly with a version or fragment. */
function isLinkable(path: string): boolean {
  const [, pathname = ''] = /^([^?#]*)(?:\?version=\d{1,2})?(?:#[\w-]{1,40})?$/.exec(path) ?? []
  return LINKABLE.includes(pathname)
}

import { LINKABLE } from '#app/mailings/announcements.facts.ts'
import type { Block } from '#app/server/mail/mail.ts'

type Prose = Extract<Block, { kind: 'prose' }>

/** `[words](/terms)`: words without brackets, and an address without blanks. */
const LINK = /\[([^[\]\n]{1,80})\]\(([^()\s]{1,200})\)/g
const ELSEWHERE = /\b(?:https?:\/\/|mailto:|www\.)/i

/**
 * The letter as somebody typed it: paragraphs with blank lines between them, and links to pages of ours. A
 * paragraph that is one link and nothing else is a button.
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

/** What is wrong with it, for whoever types it; undefined where nothing is. */
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

/** A page of ours, or a part or a version of it. */
function isLinkable(path: string): boolean {
  const [, pathname = ''] = /^([^?#]*)(?:\?version=\d{1,2})?(?:#[\w-]{1,40})?$/.exec(path) ?? []
  return LINKABLE.includes(pathname)
}

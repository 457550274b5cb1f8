import type { Trx } from '#app/db/database.ts'
import { parseBuyUrl } from '#app/deals/server/deal/buy-url.rules.ts'
import type { Pasted } from '#app/links/links.contract.ts'
import {
  type LinkAnswer,
  type LinkDraft,
  type LinkSources,
  MOST_LINKS,
  MOST_OPEN_LINKS,
} from '#app/links/links.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { Problem } from '#app/server/problem.ts'
import { countOpen, insertLinks, lockPasting, type NewLink, updateLink } from './links.queries.ts'
import { pastedEntries } from './pasting.rules.ts'
import { PASTED_LINKS_QUEUE } from './queue.ts'

/** Adds the links of pasted lines or mails as drafts and queues their pages to be read at each shop's pace. */
export async function pasteLinks(
  trx: Trx,
  ctx: Pick<AppContext, 'now' | 'jobs'>,
  text: string,
  by: string,
): Promise<Omit<Pasted, 'desk'>> {
  const lines = pastedEntries(text)
  const keys = new Set<string>()
  const links: NewLink[] = []
  let twice = 0
  for (const [position, line] of lines.slice(0, MOST_LINKS).entries()) {
    const link = parseBuyUrl(line)
    const key = link.ok ? link.key : line
    if (keys.has(key)) {
      twice += 1
      continue
    }
    keys.add(key)
    const about = { id: newId(), position, pasted: printable(line) }
    links.push(
      link.ok
        ? { ...about, url: link.url, urlKey: link.key, host: link.domain, answer: null }
        : { ...about, url: null, urlKey: null, host: null, answer: 'no-link' },
    )
  }
  await lockPasting(trx)
  if ((await countOpen(trx)) + links.length > MOST_OPEN_LINKS) {
    const text = `At most ${MOST_OPEN_LINKS} links wait here. Make deals of some, or take them away.`
    throw new Problem(409, 'too-many-links', text)
  }
  const written = await insertLinks(trx, links, { by, now: ctx.now() })
  await ctx.jobs.send(trx, PASTED_LINKS_QUEUE, {}, { singletonKey: 'pasted' })
  return {
    added: written.size,
    noLink: links.filter(({ id, url }) => url === null && written.has(id)).length,
    twice,
    open: links.length - written.size,
    rest: lines.slice(MOST_LINKS),
  }
}

/**
 * Adds links as if their pages had been read already, for demo data; `answer` is what the page would have
 * given.
 */
export async function pasteAsRead(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  pages: Array<{
    url: string
    draft: LinkDraft
    sources: LinkSources
    picture: string | null
    answer: LinkAnswer | null
  }>,
  by: string,
): Promise<void> {
  const now = ctx.now()
  const links = pages.flatMap(({ url, ...page }, position) => {
    const link = parseBuyUrl(url)
    if (!link.ok) return []
    const { url: pasted, key: urlKey, domain: host } = link
    return [
      {
        row: { id: newId(), position, pasted, url: pasted, urlKey, host, answer: page.answer },
        page,
      },
    ]
  })
  await insertLinks(
    trx,
    links.map(({ row }) => row),
    { by, now },
  )
  for (const { row, page } of links) {
    const { draft, sources, picture, answer } = page
    const pictures = picture === null ? [] : [{ address: row.url, id: picture }]
    await updateLink(trx, row.id, {
      state: answer === null ? 'read' : 'unread',
      picture,
      draft: JSON.stringify(draft),
      sources: JSON.stringify(sources),
      pictures: JSON.stringify(pictures),
    })
  }
}

/** Replaces what cannot be shown or stored, and cuts the line to fit. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\ud800-\udfff]/gu, '\ufffd').slice(0, 500)
}

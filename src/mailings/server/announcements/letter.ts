import { ANNOUNCEMENT_MAIL } from '#app/mailings/announcements.facts.ts'
import type { StreamTemplates } from '#app/mailings/server/stream-mail.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Letter } from '#app/server/mail/mail.ts'
import { formatDate } from '#app/shared/dates.ts'
import { versionPath } from '#app/shared/legal-paths.ts'
import { LEGAL_TITLES, legalVersions } from '#app/shared/legal-versions.ts'
import { type AnnouncementRow, findAnnouncement } from './announcements.queries.ts'
import { reasonOfAnnouncement } from './reason.copy.ts'
import { blocksOf } from './words.rules.ts'

type Words = Pick<AnnouncementRow, 'subject' | 'body' | 'audience' | 'document' | 'version'>

/** Writes the letter; it is the same for all recipients. */
export function writeAnnouncement(ctx: Pick<AppContext, 'config'>, words: Words): Letter {
  const { club } = ctx.config
  const { subject, audience } = words
  const blocks = blocksOf(words.body)
  return {
    subject,
    preview: previewOf(blocks),
    reason: reasonOfAnnouncement(audience, club.name),
    blocks: [{ kind: 'title', text: subject }, ...blocks, ...versionTold(ctx, words)],
  }
}

/** Returns the preview text shown beside the subject: the letter's beginning. */
function previewOf(blocks: Letter['blocks']): string {
  const [first] = blocks
  if (first?.kind !== 'prose') return ''
  const text = first.parts.map((part) => (typeof part === 'string' ? part : part.label)).join('')
  return text.length > 120 ? `${text.slice(0, 117).trimEnd()}...` : text
}

/** Names the announced version of a legal document, with its date and a link. */
function versionTold({ config }: Pick<AppContext, 'config'>, { document, version }: Words) {
  if (!document || !version) return []
  const told = legalVersions(document, config.club).find((each) => each.version === version)
  if (!told) return []
  const blocks: Letter['blocks'] = [
    {
      kind: 'facts',
      rows: [
        [LEGAL_TITLES[document], `version ${version}`],
        ['Holds from', formatDate(told.from)],
      ],
    },
    {
      kind: 'button',
      label: `Read the ${LEGAL_TITLES[document]}`,
      path: versionPath(document, version),
    },
  ]
  return blocks
}

/** A small cache of letters being sent: their text does not change any more. */
const MOST_KEPT = 8
const kept = new Map<string, Letter>()

export const announcementMails: StreamTemplates = {
  [ANNOUNCEMENT_MAIL]: async (ctx, { data }) => {
    const id = String(data.announcementId)
    const known = kept.get(id)
    if (known) return known
    const row = await findAnnouncement(ctx.db, id)
    if (!row || row.state === 'draft') return
    const letter = writeAnnouncement(ctx, row)
    for (const oldest of [...kept.keys()].slice(0, kept.size - MOST_KEPT + 1)) kept.delete(oldest)
    kept.set(id, letter)
    return letter
  },
}

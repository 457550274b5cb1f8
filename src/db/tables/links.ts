import type { JsonWithDefault, WithDefault } from './columns.ts'

export type LinksTables = {
  pastedLinks: PastedLinksTable
}

/** A shop link pasted by a curator, with data read from its page. */
type PastedLinksTable = {
  id: string
  position: number
  pasted: string
  url: string | null
  urlKey: string | null
  nextUrl: string | null
  host: string | null
  hops: WithDefault<number>
  dueAt: Date
  state: 'waiting' | 'read' | 'unread' | 'made'
  answer: WithDefault<string | null>
  draft: JsonWithDefault
  sources: JsonWithDefault
  notes: JsonWithDefault
  pictures: JsonWithDefault
  picture: WithDefault<string | null>
  picturesDue: WithDefault<boolean>
  evidence: WithDefault<string | null>
  version: WithDefault<number>
  dealId: WithDefault<string | null>
  pastedBy: string
  pastedAt: Date
  changedAt: Date
}

import type { GeneratedAlways } from 'kysely'
import type { Json, WithDefault } from './columns.ts'

export type ChecksTables = {
  dealChecks: DealChecksTable
  checkHosts: CheckHostsTable
  checkFindings: CheckFindingsTable
}

type CertainAnswer = 'same' | 'changed' | 'sold-out' | 'gone'

type DealChecksTable = {
  dealId: string
  retailerId: string
  url: string
  nextUrl: WithDefault<string | null>
  hops: WithDefault<number>
  host: string
  dueAt: Date
  isFirst: WithDefault<boolean>
  askedFor: WithDefault<string | null>
  lookedAt: WithDefault<Date | null>
  answer: WithDefault<CertainAnswer | 'refused' | 'unreadable' | 'no-answer' | null>
  certainAt: WithDefault<Date | null>
  certainAnswer: WithDefault<CertainAnswer | null>
  failingSince: WithDefault<Date | null>
  suspected: WithDefault<'sold-out' | 'gone' | null>
  suspectedAt: WithDefault<Date | null>
  returningAt: WithDefault<Date | null>
  reported: WithDefault<number>
  reportedAt: WithDefault<Date | null>
  etag: WithDefault<string | null>
  lastModified: WithDefault<string | null>
  found: Json | null
  /** Sizes listed on the page; null when it lists none. */
  sizes: WithDefault<string[] | null>
  endedFor: WithDefault<'sold-out' | 'gone' | 'price-up' | null>
}

type CheckHostsTable = {
  host: string
  nextAt: Date
  leasedUntil: WithDefault<Date | null>
  robots: WithDefault<string | null>
  /** `text`: it has rules; `open`: it has none; `away`: it could not be read. */
  robotsIs: WithDefault<'text' | 'open' | 'away' | null>
  robotsAt: WithDefault<Date | null>
  /** Next address of robots.txt while following redirects. */
  robotsLeadsTo: WithDefault<string | null>
  robotsHops: WithDefault<number>
}

type CheckFindingsTable = {
  id: GeneratedAlways<number>
  dealId: string | null
  retailerId: string
  kind: string
  state: 'done' | 'waiting' | 'accepted' | 'corrected' | 'ignored' | 'outdated'
  facts: Json
  evidence: WithDefault<string | null>
  foundAt: Date
  /** When a later look last found the same; null after the first. */
  lookedAt: WithDefault<Date | null>
  decidedAt: WithDefault<Date | null>
  decidedBy: WithDefault<string | null>
}

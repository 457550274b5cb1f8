import type { Json, WithDefault } from './columns.ts'

export type MarketingTables = {
  testimonials: TestimonialsTable
  countedClaims: CountedClaimsTable
}

/** Has exactly one row. */
type CountedClaimsTable = {
  isOnly: WithDefault<boolean>
  countedAt: Date
  figures: Json
}

type TestimonialsTable = {
  id: string
  pictureId: string | null
  title: string
  description: string
  name: string
  location: string
  /** A sample written by us, not said by anybody. */
  isSample: WithDefault<boolean>
  position: WithDefault<number>
  createdAt: WithDefault<Date>
}

import type { Json, WithDefault } from './columns.ts'

export type MarketingTables = {
  testimonials: TestimonialsTable
  countedClaims: CountedClaimsTable
}

/** One row. */
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
  /** Written by us to show what one looks like: nobody said it. */
  isSample: WithDefault<boolean>
  position: WithDefault<number>
  createdAt: WithDefault<Date>
}

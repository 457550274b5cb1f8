import { z } from 'zod'

const People = z.int().describe('How many people, never fewer than five')
const Reckoned = People.describe(
  'How many people, never fewer than five; reckoned, and above twenty about',
)
const InPool = z.int().describe('Candidates that would do')
const Pictured = z.array(z.int()).describe('Some of them that have a picture, by their numbers')

export const PeopleWant = z.object({
  searches: z.array(
    z.object({ words: z.string(), people: Reckoned, candidates: InPool, pictured: Pictured }),
  ),
  brands: z.array(
    z.object({
      name: z.string(),
      key: z.string(),
      people: People,
      candidates: InPool,
      pictured: Pictured,
    }),
  ),
  sizes: z.array(
    z.object({
      label: z.string(),
      key: z.string(),
      people: People,
      candidates: InPool,
      pictured: Pictured,
    }),
  ),
})
export type PeopleWant = z.infer<typeof PeopleWant>

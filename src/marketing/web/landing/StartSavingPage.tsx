import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { loadOffering, Offering } from './Offering.tsx'

export const loader = loadOffering

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Start saving',
    description: `Designer fashion for less than before: every markdown ${club.name} keeps.`,
    canonicalPath: paths.startSaving(),
  }),
}

export function Component() {
  return (
    <Offering
      title={['The same coat,', 'for less.']}
      lead="Somewhere the piece you want is marked down. We look for it every morning, and members go straight to where it is."
    />
  )
}

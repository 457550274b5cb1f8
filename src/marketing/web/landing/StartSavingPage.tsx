import { paths } from '#app/shared/paths.ts'
import { site } from '#app/shared/site.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { loadOffering, Offering } from './Offering.tsx'

export const loader = loadOffering

export const handle: PageHandle = {
  head: () => ({
    title: `Start saving · ${site.name}`,
    description: `Designer fashion at what it costs today: every markdown ${site.name} keeps.`,
    canonicalPath: paths.startSaving(),
  }),
}

export function Component() {
  return (
    <Offering
      title={['The same coat,', 'for less.']}
      lead="Somewhere the piece you want is marked down today. We find out where, every morning, and members go straight to it."
    />
  )
}

import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { loadOffering, Offering } from './Offering.tsx'

export const loader = loadOffering

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Get access',
    description: `What members of ${club.name} read every morning: names, prices and links.`,
    canonicalPath: paths.getAccess(),
  }),
}

export function Component() {
  return (
    <Offering
      title={['Read it before', 'it sells out.']}
      lead="One feed of designer pieces, new every morning. Members see what each one is, who has it and the way there."
    />
  )
}

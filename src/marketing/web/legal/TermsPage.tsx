import type { LoaderFunctionArgs } from 'react-router'
import { loadOffer, useOffer } from '#app/membership/web/join/offer.ts'
import { paths } from '#app/shared/paths.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { useClub } from '#app/web/site-settings.ts'
import { LegalPage } from './LegalPage.tsx'
import { useShownVersion } from './shown-version.ts'
import { termsSections } from './terms-sections.tsx'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Terms of Service',
    description: `What you may expect of ${club.name}, what it costs, and how to leave.`,
    canonicalPath: paths.terms(),
  }),
}

/** The text of each version: a new one gets a file of its own, beside the previous one. */
const WORDS: Record<number, typeof termsSections> = { 1: termsSections }

/** The terms state the price, which members read too. */
export async function loader({ context }: LoaderFunctionArgs) {
  await loadOffer(context.get(queryClientContext))
  return null
}

export function Component() {
  const offer = useOffer()
  const club = useClub()
  const shown = useShownVersion('terms')
  const sectionsOf = (version: number) => (WORDS[version] ?? termsSections)(offer, club)
  return (
    <LegalPage
      document="terms"
      path={paths.terms()}
      lead="What you may expect of us, what it costs, how to leave, and who is responsible for what."
      shown={shown}
      sectionsOf={sectionsOf}
    />
  )
}

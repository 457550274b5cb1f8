import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { LegalPage } from './LegalPage.tsx'
import { privacySections } from './privacy-sections.tsx'
import { useShownVersion } from './shown-version.ts'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Privacy Policy',
    description: `What ${club.name} keeps about you, why, for how long, and who else sees it.`,
    canonicalPath: paths.privacyPolicy(),
  }),
}

/** The text of each version: a new one gets a file of its own, beside the previous one. */
const WORDS: Record<number, typeof privacySections> = { 1: privacySections }

export function Component() {
  const { videoUrl, isVideoOurs, tracking } = useSiteSettings()
  const shown = useShownVersion('policy')
  const facts = { hasFilm: videoUrl !== undefined && !isVideoOurs, tracking }
  const sectionsOf = (version: number) => (WORDS[version] ?? privacySections)(facts)
  return (
    <LegalPage
      document="policy"
      path={paths.privacyPolicy()}
      lead="What we keep about you, why, for how long, and who else sees it. In plain words, because there is not much of it."
      shown={shown}
      sectionsOf={sectionsOf}
    />
  )
}

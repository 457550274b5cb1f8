import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { LegalPage } from './LegalPage.tsx'
import { privacySections } from './privacy-sections.tsx'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Privacy Policy',
    description: `What ${club.name} keeps about you, why, for how long, and who else sees it.`,
    canonicalPath: paths.privacyPolicy(),
  }),
}

export function Component() {
  const { videoUrl, isVideoOurs, tracking, club } = useSiteSettings()
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What we keep about you, why, for how long, and who else sees it. In plain words, because there is not much of it."
      date={club.policyDate}
      sections={privacySections({
        hasFilm: videoUrl !== undefined && !isVideoOurs,
        tracking,
      })}
    />
  )
}

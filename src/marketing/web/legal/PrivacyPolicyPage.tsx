import { paths } from '#app/shared/paths.ts'
import { site } from '#app/shared/site.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { LegalPage } from './LegalPage.tsx'
import { privacySections } from './privacy-sections.tsx'

export const handle: PageHandle = {
  head: () => ({
    title: `Privacy Policy · ${site.name}`,
    description: `What ${site.name} keeps about you, why, for how long, and who else sees it.`,
    canonicalPath: paths.privacyPolicy(),
  }),
}

export function Component() {
  const { videoUrl, tracking } = useSiteSettings()
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What we keep about you, why, for how long, and who else sees it. In plain words, because there is not much of it."
      sections={privacySections({ hasFilm: videoUrl !== undefined, tracking })}
    />
  )
}

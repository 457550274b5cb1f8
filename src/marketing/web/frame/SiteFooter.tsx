import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { Repeated } from '#app/web/page/Repeated.tsx'
import { Support } from '#app/web/page/Support.tsx'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { linksFor } from './site-links.ts'

export function SiteFooter({ viewer }: { viewer: ViewerClass }) {
  const { tracking, club } = useSiteSettings()
  return (
    <footer className="colophon on-ink">
      <div className="wrap grid gap-10 pt-16 sm:grid-cols-2 lg:grid-cols-12">
        <p className="title max-w-[20ch] lg:col-span-4 xl:col-span-5">
          Designer fashion, marked down. A new edition every morning.
        </p>
        <nav aria-label="Footer" className="lg:col-span-4 xl:col-span-3 xl:col-start-7">
          <Repeated
            as="ul"
            className="grid grid-cols-[repeat(auto-fill,minmax(min(7.5rem,100%),1fr))] gap-x-4 text-sm"
            from={JSON.stringify(['footer', viewer, tracking !== undefined])}
            draw={() =>
              linksFor(viewer)
                .filter(
                  ({ isMenuOnly, isForMeasured }) => !isMenuOnly && (tracking || !isForMeasured),
                )
                .map(({ label, to }) => (
                  <li key={to}>
                    <PageLink to={to}>{label}</PageLink>
                  </li>
                ))
            }
          />
        </nav>
        <div className="text-sm lg:col-span-4 xl:col-span-3">
          <p className="pt-2.5 text-on-ink-soft">Questions, or a deal that has gone?</p>
          <Support className="masthead-link max-w-full" />
        </div>
      </div>
      <div className="wrap mt-12 overflow-hidden">
        <p className="colophon-mark" aria-hidden>
          {club.shortName}
        </p>
      </div>
      <div className="wrap">
        <div className="grid gap-x-8 gap-y-2 border-t border-on-ink-hairline py-6 text-xs text-on-ink-soft lg:grid-cols-2">
          <p>
            {`${club.name} shows deals of independent retailers. You buy from them, on their terms.`}{' '}
            <PageLink
              to={paths.notices()}
              className="whitespace-nowrap underline underline-offset-2 hover:text-on-ink"
            >
              Open-source notices
            </PageLink>
          </p>
          <p className="wrap-anywhere lg:text-right">
            {`${club.company} · ${club.registerNumber} · ${club.postalAddress}`}
          </p>
        </div>
      </div>
    </footer>
  )
}

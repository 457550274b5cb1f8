import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { SignOutButton } from '#app/accounts/web/SignOutButton.tsx'
import { SearchOpener } from '#app/deals/web/search/SearchOpener.tsx'
import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { PAGES } from '#app/shared/pages.ts'
import { paths } from '#app/shared/paths.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { useClub } from '#app/web/site-settings.ts'
import { MobileMenu } from './MobileMenu.tsx'
import { linksFor } from './site-links.ts'

/** Pages with a single task: their header links nowhere else but home. */
const FOCUSED = new Set([PAGES.track.path, paths.checkoutDone(), paths.checkoutCancel()])

export function SiteHeader({ viewer }: { viewer: ViewerClass }) {
  const { pathname } = useLocation()
  const next = useReturnPath()
  const isSignedIn = viewer !== 'visitor'
  const { supportEmail } = useClub()
  if (FOCUSED.has(pathname)) {
    return (
      <header className="masthead">
        <div className="wrap">
          <span />
          <Wordmark isSignedIn={isSignedIn} />
          <span />
        </div>
      </header>
    )
  }
  const links = linksFor(viewer)
  return (
    <header className={pathname === paths.home() ? 'masthead masthead-cover' : 'masthead'}>
      <div className="wrap">
        <div className="masthead-side">
          <MobileMenu viewer={viewer} />
          <nav aria-label="Main" className="max-lg:hidden">
            {links
              .filter(({ isInHeader }) => isInHeader === 'places')
              .map(({ label, to, Count }) => (
                <HeaderLink key={to} to={to} className="masthead-link">
                  <span>
                    {label}
                    {Count && <Count />}
                  </span>
                </HeaderLink>
              ))}
          </nav>
        </div>
        <Wordmark isSignedIn={isSignedIn} />
        <div className="masthead-side">
          <SearchOpener isMember={viewer === 'member'} />
          {!isSignedIn && (
            <a className="masthead-link max-lg:hidden" href={`mailto:${supportEmail}`}>
              Support
            </a>
          )}
          {links
            .filter(({ isInHeader }) => isInHeader === 'person')
            .map(({ label, to, Count }) => (
              <HeaderLink key={to} to={to} className="masthead-link max-md:hidden">
                <span>
                  {label}
                  {Count && <Count />}
                </span>
              </HeaderLink>
            ))}
          {isSignedIn ? (
            <SignOutButton className="masthead-link" formClassName="max-lg:hidden" />
          ) : (
            <HeaderLink to={paths.signIn(next)} className="masthead-link max-sm:hidden">
              Sign in
            </HeaderLink>
          )}
          {viewer === 'visitor' && <JoinLink to={paths.joinNow(next)}>Join</JoinLink>}
          {(viewer === 'free' || viewer === 'unconfirmed') && (
            <JoinLink to={paths.subscribe(next)}>Subscribe</JoinLink>
          )}
        </div>
      </div>
    </header>
  )
}

/** A link of the header that is marked current on its page and on those below it. */
function HeaderLink(props: ComponentProps<typeof PageLink>) {
  const { pathname } = useLocation()
  const [path] = props.to.split('?', 1)
  const isThere = pathname === path || pathname.startsWith(`${path}/`)
  return <PageLink {...props} aria-current={isThere ? 'page' : undefined} />
}

function JoinLink({ to, children }: { to: string; children: string }) {
  return (
    <HeaderLink to={to} className="masthead-join">
      {children}
    </HeaderLink>
  )
}

function Wordmark({ isSignedIn }: { isSignedIn: boolean }) {
  const { name, shortName } = useClub()
  return (
    <PageLink
      className="wordmark"
      to={isSignedIn ? paths.dailyDeals() : paths.home()}
      aria-label={`${name}, home`}
    >
      {shortName}
    </PageLink>
  )
}

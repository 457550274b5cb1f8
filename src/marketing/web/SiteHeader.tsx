import { Link, NavLink, useLocation } from 'react-router'
import { SignOutButton } from '#app/accounts/web/SignOutButton.tsx'
import { paths } from '#app/web/paths.ts'
import { site } from '#app/web/site.ts'
import { MobileMenu } from './MobileMenu.tsx'
import { linksFor, siteLinks } from './site-links.ts'

/** Pages with one thing to do: nothing in the header leads away from it but the name. */
const FOCUSED = new Set(['/track'])

export function SiteHeader({ isSignedIn }: { isSignedIn: boolean }) {
  const { pathname } = useLocation()
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
  return (
    <header className={pathname === paths.home() ? 'masthead masthead-cover' : 'masthead'}>
      <div className="wrap">
        <div className="masthead-side">
          <MobileMenu isSignedIn={isSignedIn} />
          <nav aria-label="Main" className="max-md:hidden">
            {linksFor(siteLinks, isSignedIn)
              .filter(({ isInHeader }) => isInHeader)
              .map(({ label, to }) => (
                <NavLink key={to} to={to} className="masthead-link" discover="none">
                  {label}
                </NavLink>
              ))}
          </nav>
        </div>
        <Wordmark isSignedIn={isSignedIn} />
        <div className="masthead-side">
          <a className="masthead-link max-md:hidden" href={`mailto:${site.supportEmail}`}>
            Support
          </a>
          {isSignedIn ? (
            <SignOutButton className="masthead-link" />
          ) : (
            <NavLink to={paths.signIn()} className="masthead-link" discover="none">
              Sign in
            </NavLink>
          )}
        </div>
      </div>
    </header>
  )
}

function Wordmark({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Link
      className="wordmark"
      discover="none"
      to={isSignedIn ? paths.dailyDeals() : paths.home()}
      aria-label={`${site.name}, home`}
    >
      {site.shortName}
    </Link>
  )
}

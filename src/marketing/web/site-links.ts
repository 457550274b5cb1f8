import { paths } from '#app/web/paths.ts'

type SiteLink = {
  label: string
  to: string
  /** Left out: for everybody. */
  only?: 'signed-in' | 'signed-out'
  /** Whether it also stands in the header. */
  isInHeader?: boolean
}

/** Where header, menu and footer lead. A page that is built gets its line here. */
export const siteLinks: SiteLink[] = [
  { label: 'Daily deals', to: paths.dailyDeals(), isInHeader: true },
  { label: 'Sign in', to: paths.signIn(), only: 'signed-out' },
]

export function linksFor(links: SiteLink[], isSignedIn: boolean): SiteLink[] {
  const not = isSignedIn ? 'signed-out' : 'signed-in'
  return links.filter(({ only }) => only !== not)
}

import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'

type SiteLink = {
  label: string
  to: string
  /** Left out: for everybody. */
  only?: ViewerClass[]
  /** Whether it also stands in the header. */
  isInHeader?: boolean
  /** Whether it stays out of the footer. */
  isMenuOnly?: boolean
  /** Whether it stands in the footer alone. */
  isFooterOnly?: boolean
  /** Whether it leads anywhere only where visitors are asked before they are measured. */
  isForMeasured?: boolean
}

/** Where header, menu and footer lead. A page that is built gets its line here. */
const siteLinks: SiteLink[] = [
  { label: 'Daily deals', to: paths.dailyDeals(), isInHeader: true },
  { label: 'Account', to: paths.account(), only: ['free', 'past-due', 'member'], isInHeader: true },
  { label: 'Sign in', to: paths.signIn(), only: ['visitor'] },
  { label: 'Subscribe', to: paths.subscribe(), only: ['visitor', 'free'], isMenuOnly: true },
  { label: 'Privacy Policy', to: paths.privacyPolicy(), isFooterOnly: true },
  {
    label: 'Privacy choices',
    to: paths.privacyChoices(),
    isFooterOnly: true,
    isForMeasured: true,
  },
  { label: 'Terms of Service', to: paths.terms(), isFooterOnly: true },
]

export function linksFor(viewer: ViewerClass): SiteLink[] {
  return siteLinks.filter(({ only }) => only?.includes(viewer) ?? true)
}

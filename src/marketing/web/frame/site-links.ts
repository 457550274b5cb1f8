import type { ComponentType } from 'react'
import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { UnreadCount } from '#app/notices/web/UnreadCount.tsx'
import { SavedCount } from '#app/saved/web/SavedCount.tsx'
import { paths } from '#app/shared/paths.ts'
import { withReturnPath } from '#app/shared/return-path.ts'

type SiteLink = {
  label: string
  to: string
  /** Absent for everybody. */
  only?: ViewerClass[]
  /** Whether it is also in the header: with the links to deals, or at the other end. */
  isInHeader?: 'places' | 'person'
  /** The count beside the label; renders nothing for zero. */
  Count?: ComponentType
  /** Whether it is left out of the footer. */
  isMenuOnly?: boolean
  /** Whether it is in the footer only. */
  isFooterOnly?: boolean
  /** Whether it carries the current page as its return path. */
  bringsBack?: boolean
  /** Whether it works only where visitors are asked for consent to be measured. */
  isForMeasured?: boolean
}

/** The links of header, menu and footer. A new page gets its line here. */
const siteLinks: SiteLink[] = [
  { label: 'All deals', to: paths.dailyDeals(), isInHeader: 'places' },
  { label: 'For you', to: paths.forYou(), isInHeader: 'places' },
  {
    label: 'Saved',
    to: paths.saved(),
    only: ['free', 'past-due', 'member'],
    isInHeader: 'places',
    Count: SavedCount,
  },
  {
    label: 'Inbox',
    to: paths.inbox(),
    only: ['free', 'past-due', 'member'],
    isInHeader: 'places',
    Count: UnreadCount,
  },
  { label: 'Brands', to: paths.brands() },
  { label: 'Categories', to: paths.categories() },
  { label: 'Editions', to: paths.editions() },
  { label: 'Retailers', to: paths.retailers(), only: ['member'] },
  {
    label: 'Your savings',
    to: paths.savings(),
    only: ['past-due', 'member'],
  },
  {
    label: 'Account',
    to: paths.account(),
    only: ['unconfirmed', 'free', 'past-due', 'member'],
    isInHeader: 'person',
  },
  { label: 'Sign in', to: paths.signIn(), only: ['visitor'], bringsBack: true },
  { label: 'Free account', to: paths.signUp(), only: ['visitor'], bringsBack: true },
  {
    label: 'Subscribe',
    to: paths.subscribe(),
    only: ['visitor', 'unconfirmed', 'free'],
    isMenuOnly: true,
    bringsBack: true,
  },
  { label: 'Sizes', to: paths.sizes(), isFooterOnly: true },
  { label: 'How we count', to: paths.howWeCount(), isFooterOnly: true },
  { label: 'Privacy Policy', to: paths.privacyPolicy(), isFooterOnly: true },
  {
    label: 'Privacy choices',
    to: paths.privacyChoices(),
    isFooterOnly: true,
    isForMeasured: true,
  },
  { label: 'Terms of Service', to: paths.terms(), isFooterOnly: true },
]

/** The links for a class of viewer; `next` is the return path of those that carry one. */
export function linksFor(viewer: ViewerClass, next?: string): SiteLink[] {
  return siteLinks
    .filter(({ only }) => only?.includes(viewer) ?? true)
    .map((link) => (link.bringsBack ? { ...link, to: withReturnPath(link.to, next) } : link))
}

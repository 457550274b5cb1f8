import type { ComponentType } from 'react'
import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { UnreadCount } from '#app/notices/web/UnreadCount.tsx'
import { SavedCount } from '#app/saved/web/SavedCount.tsx'
import { paths } from '#app/shared/paths.ts'
import { withReturnPath } from '#app/shared/return-path.ts'

type SiteLink = {
  label: string
  to: string
  /** Left out: for everybody. */
  only?: ViewerClass[]
  /** Whether it also stands in the header: with the places where deals are, or at its other end. */
  isInHeader?: 'places' | 'person'
  /** How many there are, beside the word; nothing while there are none. */
  Count?: ComponentType
  /** Whether it stays out of the footer. */
  isMenuOnly?: boolean
  /** Whether it stands in the footer alone. */
  isFooterOnly?: boolean
  /** Whether it brings the page along that it was followed from. */
  bringsBack?: boolean
  /** Whether it leads anywhere only where visitors are asked before they are measured. */
  isForMeasured?: boolean
}

/** Where header, menu and footer lead. A page that is built gets its line here. */
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

/** `next` is where those that bring back lead to afterwards. */
export function linksFor(viewer: ViewerClass, next?: string): SiteLink[] {
  return siteLinks
    .filter(({ only }) => only?.includes(viewer) ?? true)
    .map((link) => (link.bringsBack ? { ...link, to: withReturnPath(link.to, next) } : link))
}

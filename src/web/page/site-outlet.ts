import { useOutletContext } from 'react-router'

/** A figure with the words that say what it counts. */
export type Stat = { name: string; figure: string; words: string }

/** What the site's frame hands to every page inside it. */
export type SiteOutlet = {
  /** Stand beside the sign-in form. */
  signInStats: Stat[]
  /** What the feed says of itself to those who have not joined, a line each. */
  feedHeadline: Array<{ words: string; name?: string }>
}

export function useSiteOutlet(): SiteOutlet {
  return useOutletContext<SiteOutlet>()
}

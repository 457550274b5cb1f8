import { useOutletContext } from 'react-router'

/** A figure with the words that explain it. */
export type Stat = { name: string; figure: string; words: string }

/** What the site's frame passes to every page inside it. */
export type SiteOutlet = {
  /** Shown beside the sign-in form. */
  signInStats: Stat[]
  /** The headline of the feed for non-members, one entry per line. */
  feedHeadline: Array<{ words: string; name?: string }>
}

export function useSiteOutlet(): SiteOutlet {
  return useOutletContext<SiteOutlet>()
}

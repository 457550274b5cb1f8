import type { QueryClient } from '@tanstack/react-query'
import type { Params, UIMatch } from 'react-router'
import { findPage } from '#app/shared/pages.ts'
import { DESCRIPTION } from '#app/shared/site.ts'
import type { SiteSettings } from '#app/web/site-settings.ts'

/** What a page tells browsers, search engines and link previews. Never contains paid content. */
export type Head = {
  /** The page's own title; the club's name is appended. */
  title: string
  /** The title already contains the club's name. */
  isWholeTitle?: true
  description: string
  /** Keeps the page out of search engines; by default the list of pages decides. */
  isHidden?: boolean
  /** Path of the canonical address; absent if the page has none. */
  canonicalPath?: string
  /** Picture for link previews, 1200 by 630, by its path on our site; by default the club's own. */
  image?: { path: string; alt: string }
  /** Structured data in the vocabulary of schema.org. Called on the server only. */
  structuredData?: (origin: string) => object
  /** Pictures that the browser should load at once. */
  preloads?: Array<{ srcSet: string; sizes: string; type: string }>
}

export type HeadInput = {
  queryClient: QueryClient
  params: Params
  pathname: string
  search: URLSearchParams
  /** What the page's loader returned; undefined if it failed. */
  data: unknown
  settings: SiteSettings
}

/** The `handle` of a route may define the head of its page. */
export type PageHandle = { head?: (input: HeadInput) => Head }

/** The head of the innermost route that defines one, or else the site's. */
export function headOf(
  matches: Array<Pick<UIMatch, 'handle' | 'params' | 'loaderData'>>,
  input: Omit<HeadInput, 'params' | 'data'>,
): Head {
  // A page missing from the list does not exist or belongs to the back office.
  const isHidden =
    import.meta.env.SSR && (findPage(input.pathname)?.searchEngines ?? 'hidden') === 'hidden'
  const { club } = input.settings
  for (const { handle, params, loaderData } of matches.toReversed()) {
    const head = (handle as PageHandle | undefined)?.head?.({ ...input, params, data: loaderData })
    if (!head) continue
    const title = head.isWholeTitle ? head.title : `${head.title} · ${club.name}`
    return { isHidden, ...head, title }
  }
  return { isHidden, title: club.name, description: DESCRIPTION }
}

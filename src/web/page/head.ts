import type { QueryClient } from '@tanstack/react-query'
import type { Params, UIMatch } from 'react-router'
import { findPage } from '#app/shared/pages.ts'
import { DESCRIPTION } from '#app/shared/site.ts'
import type { SiteSettings } from '#app/web/site-settings.ts'

/**
 * What a page says about itself to browsers, search engines and link previews. Never paid content.
 */
export type Head = {
  /** Of the page; the club's name is put behind it. */
  title: string
  /** The name stands in it already. */
  isWholeTitle?: true
  description: string
  /** That nobody should find it by searching; where it is not said, the list of pages knows. */
  isHidden?: boolean
  /** Path of the page's one true address; none for pages without one. */
  canonicalPath?: string
  /** Picture for link previews, 1200 by 630: a path of our own site. The club's own otherwise. */
  image?: { path: string; alt: string }
  /** What search engines are told in the words of schema.org. Asked for on the server alone. */
  structuredData?: (origin: string) => object
  /** Pictures wanted at once. */
  preloads?: Array<{ srcSet: string; sizes: string; type: string }>
}

export type HeadInput = {
  queryClient: QueryClient
  params: Params
  pathname: string
  search: URLSearchParams
  /** What the page's loader answered; nothing where it failed. */
  data: unknown
  settings: SiteSettings
}

/** The `handle` of a route may say how its page introduces itself. */
export type PageHandle = { head?: (input: HeadInput) => Head }

/** The innermost page that has something to say speaks; the site speaks otherwise. */
export function headOf(
  matches: Array<Pick<UIMatch, 'handle' | 'params' | 'loaderData'>>,
  input: Omit<HeadInput, 'params' | 'data'>,
): Head {
  // What is not on the list leads nowhere, or belongs to the back office.
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

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { headOf } from './head.ts'

/** Updates title, description and canonical link on client-side navigation. */
export const usePageHead = import.meta.env.SSR ? () => {} : useHeadOfPage

function useHeadOfPage() {
  const matches = useMatches()
  const queryClient = useQueryClient()
  const settings = useSiteSettings()
  const { pathname, search } = useLocation()
  const {
    title,
    description,
    canonicalPath = pathname,
  } = headOf(matches, {
    queryClient,
    settings,
    pathname,
    search: new URLSearchParams(search),
  })

  useEffect(() => {
    document.title = title
    document.querySelector('meta[name=description]')?.setAttribute('content', description)
    const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
    if (link) link.href = new URL(canonicalPath, link.href).href
  }, [title, description, canonicalPath])
}

/** Moves keyboard and screen reader to the start of the page after a navigation. */
export function useFocusOnNewPage() {
  const target = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Unless the page has set the focus itself, as on a form error.
    if (target.current?.contains(document.activeElement)) return
    target.current?.focus({ preventScroll: true })
  }, [pathname])
  return target
}

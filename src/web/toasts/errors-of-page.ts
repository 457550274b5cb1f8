import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { closeErrorToasts } from './toasts.ts'

/** What went wrong on one page is not said over the next. */
export function useErrorsOfThisPage(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    closeErrorToasts()
  }, [pathname])
}

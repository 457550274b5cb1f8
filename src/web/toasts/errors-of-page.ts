import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { closeErrorToasts } from './toasts.ts'

/** Closes the error toasts of a page when it is left. */
export function useErrorsOfThisPage(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    closeErrorToasts()
  }, [pathname])
}

import { type RefObject, useEffect, useRef } from 'react'
import { useLeaveWarning } from '#app/admin/web/shell/use-leave-warning.ts'
import { NOT_KEPT } from './meanwhile.copy.ts'

/**
 * For a component that opens and closes a form: asks before closing it with unsaved input, as leaving the
 * page does.
 */
export function useCloseAsked(close: () => void) {
  const typed = useRef(false)
  return {
    /** Passed to the form, which sets whether something would be lost. */
    typed,
    close: () => {
      if (!typed.current || confirm(NOT_KEPT)) close()
    },
  }
}

/** For the form itself: reports whether something would be lost, and asks before the page is left. */
export function useTypedIn(typed: RefObject<boolean>, wouldLose: boolean) {
  useLeaveWarning(wouldLose, NOT_KEPT)
  useEffect(() => {
    typed.current = wouldLose
    return () => {
      typed.current = false
    }
  }, [typed, wouldLose])
}

import { type RefObject, useEffect, useRef } from 'react'
import { useLeaveWarning } from '#app/admin/web/shell/use-leave-warning.ts'
import { NOT_KEPT } from './meanwhile.copy.ts'

/**
 * For whatever opens and closes a form: closing it asks first, as leaving the page does, where something is
 * typed in it.
 */
export function useCloseAsked(close: () => void) {
  const typed = useRef(false)
  return {
    /** Given to the form, which says in it whether something would be lost. */
    typed,
    close: () => {
      if (!typed.current || confirm(NOT_KEPT)) close()
    },
  }
}

/** For the form itself: says whether something would be lost, and asks before the page is left. */
export function useTypedIn(typed: RefObject<boolean>, wouldLose: boolean) {
  useLeaveWarning(wouldLose, NOT_KEPT)
  useEffect(() => {
    typed.current = wouldLose
    return () => {
      typed.current = false
    }
  }, [typed, wouldLose])
}

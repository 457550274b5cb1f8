import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import { GivenUp, useProof } from '#app/admin/web/shell/use-proof.tsx'
import type { Announcement } from '#app/mailings/announcements.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { letterCall, readLetterAnew, showLetter } from './queries.ts'

type Call = { method?: 'POST' | 'PUT'; what?: string; body?: object; done: string; failed: string }
export type CallLetter = (call: Call) => Promise<boolean>

/** Calls about one letter, one at a time; each returns the letter as it is then. */
export function useLetterCalls(id: string): {
  call: CallLetter
  isBusy: boolean
  dialog: ReactNode
} {
  const queryClient = useQueryClient()
  const { withProof, dialog } = useProof()
  const [isBusy, setBusy] = useState(false)

  async function call({ method = 'POST', what = '', body, done, failed }: Call) {
    if (isBusy) return false
    setBusy(true)
    try {
      const answer = await withProof(() => browserApi.request(method, letterCall(id, what), body))
      showLetter(queryClient, (await answer.json()) as Announcement)
      showToast({ title: done })
      return true
    } catch (error) {
      if (error instanceof GivenUp) return false
      showToast(changeFailureToast(error, failed))
      // Somebody else was faster, or the call succeeded in spite of the error: the cached letter may be
      // stale.
      await readLetterAnew(queryClient, id)
      return false
    } finally {
      setBusy(false)
    }
  }

  return { call, isBusy, dialog }
}

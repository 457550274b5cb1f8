import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { dealApi } from '#app/admin/web/shell/deal-api.ts'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { showToast } from '#app/web/toasts/toasts.ts'

/** Below the limit of a call, so that none takes long. */
const DEALS_PER_BATCH = 500

type Props = { ids: string[]; label: string }

/** Restores deleted deals, and reports those that could not be restored and why. */
export function RestoreDeals({ ids, label }: Props) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problems, setProblems] = useState<string[]>([])

  // The button disappears when its work is done; focus stays in the same line.
  const line = useRef<Element>(null)
  useEffect(
    () => () => {
      if (!document.activeElement?.matches('body')) return
      line.current?.querySelector<HTMLElement>('a, button')?.focus()
    },
    [],
  )

  async function restore({ currentTarget }: MouseEvent) {
    line.current = currentTarget.closest('li')
    setIsBusy(true)
    setProblems([])
    const left: string[] = []
    let count = 0
    try {
      for (let at = 0; at < ids.length; at += DEALS_PER_BATCH) {
        const answer = await dealApi.changeMany('restore', ids.slice(at, at + DEALS_PER_BATCH))
        count += answer?.changed.length ?? 0
        left.push(...(answer?.left ?? []).map(({ reason }) => reason))
      }
    } catch (error) {
      showToast(changeFailureToast(error, 'Failed to restore'))
    }
    if (count > 0) showToast({ title: `${countOf(count, 'deal')} restored` })
    setProblems([...new Set(left)])
    setIsBusy(false)
    await refreshDeals(queryClient)
  }

  return (
    <>
      <Button variant="tool-bare" isBusy={isBusy} onClick={restore}>
        {ids.length > 1 ? 'Restore all' : 'Restore'}
        <span className="sr">{`: ${label}`}</span>
      </Button>
      {problems.length > 0 && (
        <ul className="audit-problems admin-error" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  )
}

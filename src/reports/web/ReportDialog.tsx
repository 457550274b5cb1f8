import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'
import type { OwnReports } from '#app/reports/reports.contract.ts'
import { whatFollows } from '#app/reports/reports.copy.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { ownReportsQuery } from './queries.ts'
import { ReportFields, type ReportProblem } from './ReportFields.tsx'
import { sendReport } from './sending.ts'
import { toldToday } from './told-today.ts'

export type ReportDialogProps = { deal: Deal; onClose: () => void }

/** Asks what is wrong with a deal, in a dialog over the page; on a phone at the bottom of the screen. */
export function ReportDialog({ deal, onClose }: ReportDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const thanks = useRef<HTMLParagraphElement>(null)
  const id = useId()
  const queryClient = useQueryClient()
  const { data: own } = useQuery<OwnReports>({ ...ownReportsQuery(deal.id), staleTime: 0 })
  const [problem, setProblem] = useState<ReportProblem>()
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)

  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    if (isDone) thanks.current?.focus()
  }, [isDone])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    const sent = await sendReport(browserApi, queryClient, { dealId: deal.id, form })
    setBusy(false)
    if ('problem' in sent) setProblem(sent.problem)
    else setDone(true)
  }

  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className="dialog report-dialog"
      aria-labelledby={id}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
      onKeyDown={() => {}}
    >
      <h2 id={id} className="title">
        {isDone ? 'Thank you' : 'Something wrong?'}
      </h2>
      {isDone ? (
        <>
          <p ref={thanks} className="dialog-text outline-none" role="status" tabIndex={-1}>
            {whatFollows(own?.areChecksPaused ?? false)}
          </p>
          <div className="dialog-answers">
            <Button variant="quiet" onClick={close}>
              Close
            </Button>
          </div>
        </>
      ) : (
        <form onSubmit={send} noValidate>
          <ReportFields deal={deal} told={toldToday(own)} problem={problem} />
          <div className="dialog-answers">
            <Button variant="quiet" onClick={close}>
              Close
            </Button>
            <Button type="submit" isBusy={isBusy}>
              {isBusy ? 'Sending...' : 'Tell us'}
            </Button>
          </div>
        </form>
      )}
    </dialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldHistory } from '#app/admin/many-edit.contract.ts'
import { dealApi } from '#app/admin/web/shell/deal-api.ts'
import { changeFailureText, failureText } from '#app/admin/web/shell/failures.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'

type Props = {
  dealId: string
  version: number
  isDirty: () => boolean
  onBroughtBack: (deal: ManagedDeal) => void
}

/** Each field that was ever changed: its former values, who changed it and when, and 'Bring back'. */
export function ByField({ dealId, version, isDirty, onBroughtBack }: Props) {
  const [history, setHistory] = useState<FieldHistory>()
  const [fault, setFault] = useState<string>()
  const [said, setSaid] = useState('')
  const [isBusy, setBusy] = useState(false)
  const status = useRef<HTMLParagraphElement>(null)
  const queryClient = useQueryClient()

  const read = useCallback(async () => {
    try {
      setHistory(await dealApi.history(dealId))
      setFault(undefined)
    } catch (error) {
      setFault(failureText(error, 'The history could not be read.'))
    }
  }, [dealId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has another history.
  useEffect(() => void read(), [read, version])

  async function bringBack(field: FieldHistory['fields'][number], entryId: number) {
    if (isDirty()) return setFault('Your changes above are not saved. Save or discard them first.')
    setBusy(true)
    try {
      const wanted = { field: field.field, entryId, version }
      const deal = await dealApi.bringBack(dealId, wanted)
      if (!deal) return setSaid('Nothing has changed.')
      onBroughtBack(deal)
      setFault(undefined)
      setSaid(`${field.label} is back.`)
      status.current?.focus()
      void refreshDeals(queryClient)
    } catch (error) {
      await read()
      setFault(changeFailureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="field-history">
      <p ref={status} role="status" tabIndex={-1} className="soft">
        {said}
      </p>
      {fault && (
        <p role="alert" className="field-error">
          {fault}
        </p>
      )}
      {!history && !fault && <p className="soft">Reading the history ...</p>}
      {history?.fields.length === 0 && (
        <p className="soft">No field has been changed since the log began.</p>
      )}
      {history?.fields.map((field) => (
        <section key={field.field} aria-label={field.label}>
          <h4>
            {field.label} <span className="soft">{`now ${field.now ?? 'nothing'}`}</span>
          </h4>
          <ol>
            {field.changes.map(({ entryId, happenedAt, actorName, before, after, mayComeBack }) => (
              <li key={entryId ?? `${actorName} ${happenedAt}`}>
                <p>
                  {before ?? 'nothing'} <span aria-hidden>→</span>
                  <span className="sr"> became </span> {after ?? 'nothing'}
                </p>
                <p className="soft">{`${formatMoment(happenedAt)} · ${actorName}`}</p>
                {mayComeBack && entryId !== null && (
                  <Button
                    variant="tool"
                    disabled={isBusy}
                    aria-label={`Bring back ${field.label}: ${before ?? 'nothing'}`}
                    onClick={() => void bringBack(field, entryId)}
                  >
                    Bring back
                  </Button>
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

import { adminPaths } from '#app/admin/paths.facts.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import '#app/admin/web/checks/checks.css'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { ChecksDesk } from '#app/admin/checks-desk.contract.ts'
import { WaitingFinding } from '#app/admin/web/checks/WaitingFinding.tsx'
import { failuresInWords, findingInWords, oldestInWords } from '#app/admin/web/checks/words.copy.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import { OF_ADMIN_DEALS, refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { type ApiAnswer, browserApi } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { showToast } from '#app/web/toasts/toasts.ts'

const deskQuery = queryOf(ADMIN_CALLS.checks, OF_ADMIN_DEALS)

export const handle = backOfficePage('Checks')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  // Always refetched, since pages are checked all the time.
  if (isOpen) await queryClient.prefetchQuery({ ...deskQuery, staleTime: 0 })
  return null
}

/** Recent price changes, what could not be read and since when, and what waits for a person. */
export function Component() {
  const { data: desk } = useQuery<ChecksDesk>(deskQuery)
  return (
    <>
      <h1 className="title admin-title">Checks</h1>
      {!desk && <NotRead href={adminPaths.checks()}>The checks could not be read.</NotRead>}
      {desk && <Desk desk={desk} />}
    </>
  )
}

function Desk({ desk }: { desk: ChecksDesk }) {
  const { coverage, waiting, waitingTotal, done } = desk
  const { isBusy, hasPressed, call } = useCalls()
  // The pressed button is removed with its finding, so focus moves to the heading of the remaining ones.
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the desk changes
  useEffect(() => {
    if (!hasPressed.current) return
    hasPressed.current = false
    if (document.activeElement?.matches('body')) heading.current?.focus({ preventScroll: true })
  }, [desk])
  const retailer = (id: string, what: string) =>
    call(`${ADMIN_CALLS.checks}/retailers/${encodeURIComponent(id)}/${what}`)
  const never = (id: string, name: string) => {
    if (confirm(`Never look at the pages of ${name} any more? ‘Retailers’ takes it back.`)) {
      void retailer(id, 'never')
    }
  }
  return (
    <div className="checks-desk">
      <p className="soft">{`${formatCount(coverage.looked)} of ${countOf(coverage.deals, 'living deal')} looked at in the last day, ${formatCount(coverage.certain)} for certain. ${oldestInWords(desk)}`}</p>
      {!desk.isOn && <p className="soft">No page is looked at now: PRICE_CHECKS is off.</p>}
      <section className="panel" aria-labelledby="waiting">
        <h2 id="waiting" ref={heading} tabIndex={-1} className="panel-title">
          {`Waits for a person${waitingTotal > 0 ? `: ${formatCount(waitingTotal)}` : ''}`}
        </h2>
        {waiting.length === 0 ? (
          <p className="soft">Nothing. What a look cannot decide by itself stands here.</p>
        ) : (
          <ul className="findings">
            {waiting.map((finding) => (
              <WaitingFinding
                key={finding.id}
                finding={finding}
                isBusy={isBusy}
                onDecide={(id, decision) => void call(`${ADMIN_CALLS.checks}/${id}`, decision)}
                onNever={never}
              />
            ))}
          </ul>
        )}
      </section>
      <Failing
        desk={desk}
        isBusy={isBusy}
        onLook={(id) => void retailer(id, 'look')}
        onNever={never}
      />
      <section className="panel" aria-labelledby="done">
        <h2 id="done" className="panel-title">
          What changed
        </h2>
        {done.length === 0 ? (
          <p className="soft">Nothing has changed yet.</p>
        ) : (
          <ul className="findings">
            {done.map((finding) => (
              <li key={finding.id} className="finding">
                <div>
                  <p className="finding-name">{finding.deal ?? finding.retailer}</p>
                  <p>{findingInWords(finding)}</p>
                </div>
                <p className="soft">{`${formatMoment(finding.foundAt)} · ${finding.decidedBy || 'by itself'}`}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

type FailingProps = {
  desk: ChecksDesk
  isBusy: boolean
  onLook: (retailerId: string) => void
  onNever: (retailerId: string, retailer: string) => void
}

function Failing({ desk: { failing }, isBusy, onLook, onNever }: FailingProps) {
  return (
    <section className="panel" aria-labelledby="failing">
      <h2 id="failing" className="panel-title">
        Could not be told
      </h2>
      {failing.length === 0 ? (
        <p className="soft">Every page could be read when we looked last.</p>
      ) : (
        <ul className="findings">
          {failing.map((row) => (
            <li key={row.retailerId} className="finding">
              <div>
                <p className="finding-name">{row.retailer}</p>
                <p>{`${countOf(row.deals, 'deal')}: ${failuresInWords(row)}`}</p>
                <p className="soft">
                  {row.since && `Since ${formatMoment(row.since)}. `}
                  {row.certainAt
                    ? `Last told for certain ${formatMoment(row.certainAt)}.`
                    : 'Never told for certain.'}
                </p>
              </div>
              <fieldset className="finding-decide" disabled={isBusy}>
                <legend className="sr">{`What to do about ${row.retailer}`}</legend>
                <Button variant="tool" onClick={() => onLook(row.retailerId)}>
                  Look again
                </Button>
                <Button variant="tool-bare" onClick={() => onNever(row.retailerId, row.retailer)}>
                  Never check this retailer
                </Button>
              </fieldset>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function useCalls() {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  // Focus moves only after a press, not when the desk changes by itself.
  const hasPressed = useRef(false)
  // Buttons are disabled while busy, which drops focus: a button that is still there gets it back.
  const pressed = useRef<Element>(null)
  useEffect(() => {
    if (isBusy || !document.activeElement?.matches('body')) return
    if (pressed.current instanceof HTMLElement) pressed.current.focus()
    pressed.current = null
  }, [isBusy])

  async function call(path: string, body: object = {}) {
    pressed.current = document.activeElement
    setBusy(true)
    try {
      const answer = await browserApi.request('POST', path, body)
      hasPressed.current = true
      await show(queryClient, answer)
      showToast({ title: 'Done', description: 'The desk shows what is left.' })
    } catch (error) {
      showToast(changeFailureToast(error))
      hasPressed.current = true
      await refreshDeals(queryClient)
    }
    setBusy(false)
  }
  return { isBusy, hasPressed, call }
}

async function show(queryClient: QueryClient, answer: ApiAnswer) {
  const desk = (await answer.json()) as ChecksDesk
  await refreshDeals(queryClient)
  queryClient.setQueryData(deskQuery.queryKey, desk)
}

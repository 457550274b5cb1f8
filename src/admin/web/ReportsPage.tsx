import { adminPaths } from '#app/admin/paths.facts.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { askedPage } from '#app/shared/asked-page.ts'
import { formatDays } from '#app/shared/dates.ts'
import '#app/admin/web/deal-form/picture-field.css'
import '#app/admin/web/reports/reports.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { Case } from '#app/admin/web/reports/Case.tsx'
import { CaseList } from '#app/admin/web/reports/CaseList.tsx'
import {
  askToLook,
  loadReportsDesk,
  sendAnswer,
  useReportsDesk,
} from '#app/admin/web/reports/queries.ts'
import {
  answeredInWords,
  DECISION_WORDS,
  minutesInWords,
} from '#app/admin/web/reports/words.copy.ts'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { answeredWithin } from '#app/reports/reports.copy.ts'
import {
  ANSWERED_LATELY_MS,
  CASES_ON_A_PAGE,
  type ReportDecision,
} from '#app/reports/reports.facts.ts'
import type { ReportsDesk } from '#app/reports/reports-desk.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { showToast } from '#app/web/toasts/toasts.ts'

/** Returns the address of the queue, with the case of a deal open. */
function addressOfCase(page: number, dealId?: string): string {
  const asked = [...(page > 1 ? [`page=${page}`] : []), ...(dealId ? [`deal=${dealId}`] : [])]
  return asked.length > 0 ? `${adminPaths.reports()}?${asked.join('&')}` : adminPaths.reports()
}

export const handle = backOfficePage('Reports')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadReportsDesk(queryClient, askedFor(new URL(request.url).searchParams).page)
  return null
}

function askedFor(search: URLSearchParams) {
  return {
    page: askedPage(search, 100),
    openId: search.get('deal') ?? undefined,
  }
}

/** The reports on deals: each deal beside its evidence, with the possible decisions. */
export function Component() {
  const [search] = useSearchParams()
  const { page, openId } = askedFor(search)
  const { data: desk } = useReportsDesk(page)
  return (
    <>
      <h1 className="title admin-title">Reports</h1>
      {!desk && <NotRead href={adminPaths.reports()}>The reports could not be read.</NotRead>}
      {desk?.total === 0 && <NothingOpen desk={desk} />}
      {desk && desk.total > 0 && <Desk key={page} desk={desk} openId={openId} />}
    </>
  )
}

function Desk({ desk, openId }: { desk: ReportsDesk; openId: string | undefined }) {
  const { cases, total, page, now } = desk
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { isBusy, decide, look } = useDeciding(desk)
  const open = cases.find(({ deal }) => deal.id === openId)
  const here = cases.filter(({ deal }) => chosen.has(deal.id)).map(({ deal }) => deal.id)

  async function decideOf(decision: ReportDecision, ids: string[], price?: number) {
    if (!(await decide(decision, ids, price))) return
    setChosen(new Set())
    keepKeyboard()
  }
  return (
    <div className="reports-desk" data-open={open ? true : undefined}>
      <section className="reports-queue" aria-label="The queue">
        <p
          className="soft mb-3"
          role="status"
        >{`${countOf(total, 'deal')} to look into${usualInWords(desk)}.`}</p>
        {here.length > 0 && (
          <fieldset className="queue-many" disabled={isBusy}>
            <legend className="sr">{`${countOf(here.length, 'chosen deal')}`}</legend>
            <span>{`${here.length} chosen:`}</span>
            {DECISION_WORDS.filter(({ decision }) => decision !== 'size-off').map(
              ({ decision, words }) => (
                <Button key={decision} variant="tool" onClick={() => decideOf(decision, here)}>
                  {words}
                </Button>
              ),
            )}
          </fieldset>
        )}
        <CaseList
          cases={cases}
          now={now}
          openId={open?.deal.id}
          chosen={chosen}
          addressOf={(dealId) => addressOfCase(page, dealId)}
          onChoose={(dealId) => setChosen(toggled(chosen, dealId))}
          onDecide={(decision, dealId) =>
            void decideOf(decision, here.includes(dealId) ? here : [dealId])
          }
        />
        <Pages page={page} total={total} />
      </section>
      {open ? (
        <div>
          <Link className="reports-back text-link" to={addressOfCase(page)}>
            Back to the queue
          </Link>
          <Case
            open={open}
            isBusy={isBusy}
            onDecide={(decision, price) => void decideOf(decision, [open.deal.id], price)}
            onLook={() => void look(open.deal.id)}
          />
        </div>
      ) : (
        <p className="soft">
          Choose a deal to see it beside its evidence. On a line of the queue the keys j and k move,
          x chooses, and each decision has its letter.
        </p>
      )}
    </div>
  )
}

function useDeciding({ cases }: ReportsDesk) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function decide(decision: ReportDecision, ids: string[], price?: number): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    const asked = cases.filter(({ deal }) => ids.includes(deal.id))
    try {
      const outcome = await sendAnswer({
        decision,
        cases: asked.map(({ deal, through }) => ({ dealId: deal.id, through })),
        ...(price === undefined ? {} : { price }),
      })
      await refreshDeals(queryClient)
      showToast({
        title: outcome.answered.length > 0 ? 'Done' : 'Nothing has changed',
        description: answeredInWords(outcome),
        ...(outcome.answered.length > 0 ? {} : { tone: 'error' as const }),
      })
      return outcome.answered.length > 0
    } catch (error) {
      showToast(changeFailureToast(error))
      await refreshDeals(queryClient)
      return false
    } finally {
      setBusy(false)
    }
  }

  async function look(dealId: string) {
    try {
      const isAsked = await askToLook(dealId)
      showToast(
        isAsked
          ? { title: 'Asked', description: 'The shop’s page is looked at next.' }
          : { title: 'Not asked', description: 'This shop is not looked at, or checks are off.' },
      )
    } catch (error) {
      showToast(changeFailureToast(error, 'Not asked'))
    }
  }
  return { isBusy, decide, look }
}

/** The focused case was answered and removed, so focus moves to the next one. */
function keepKeyboard() {
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('.queue-link')?.focus()
  })
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

function usualInWords({ answered, usualMinutes }: ReportsDesk): string {
  if (usualMinutes === null) return ''
  return `. ${countOf(answered, 'report')} answered in ${formatDays(ANSWERED_LATELY_MS)}${answeredWithin(answered, minutesInWords(usualMinutes))}`
}

function Pages({ page, total }: { page: number; total: number }) {
  const pages = Math.ceil(total / CASES_ON_A_PAGE)
  if (pages <= 1) return null
  return (
    <nav className="queue-many" aria-label="Pages">
      {page > 1 && (
        <Link className="tool" to={addressOfCase(page - 1)}>
          Back
        </Link>
      )}
      <span className="soft">{`Page ${page} of ${pages}`}</span>
      {page < pages && (
        <Link className="tool" to={addressOfCase(page + 1)}>
          Further
        </Link>
      )}
    </nav>
  )
}

function NothingOpen({ desk }: { desk: ReportsDesk }) {
  return (
    <div className="admin-empty">
      <h2>Nothing to look into</h2>
      <p className="soft">
        {`What people tell under ‘Something wrong?’ stands here until somebody has looked${usualInWords(desk)}.`}
      </p>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
  useParams,
} from 'react-router'
import { useUser } from '#app/accounts/web/user.ts'
import type { Deal } from '#app/deals/deals.contract.ts'
import { dealQuery } from '#app/deals/web/queries.ts'
import { loadViewer } from '#app/membership/web/subscription.ts'
import type { OwnReports } from '#app/reports/reports.contract.ts'
import { foundInWords, toldInWords, whatFollows } from '#app/reports/reports.copy.ts'
import { REPORT_KINDS } from '#app/reports/reports.facts.ts'
import { paths } from '#app/shared/paths.ts'
import { LeavingPiece } from '#app/tracking/web/LeavingPiece.tsx'
import { Button } from '#app/ui/Button.tsx'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { TryAgain } from '#app/web/page/TryAgain.tsx'
import { ownReportsQuery } from './queries.ts'
import { ReportFields, type ReportProblem } from './ReportFields.tsx'
import { sendReport } from './sending.ts'
import { toldToday } from './told-today.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Something wrong?',
    description: 'Tell us what is wrong with a deal.',
    isHidden: true,
  }),
}

export async function loader({ params: { dealId = '' }, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  try {
    const viewer = await loadViewer(queryClient)
    await queryClient.fetchQuery({ queryKey: dealQuery(dealId).queryKey })
    if (viewer !== 'visitor') {
      await queryClient.prefetchQuery({ ...ownReportsQuery(dealId), staleTime: 0 })
    }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 503
    return data({ problem: status === 404 ? 'missing' : 'failed' } as const, { status })
  }
  return { problem: undefined }
}

/** Redirects to the same page after a report, so that a reload does not send it again. */
export async function action({ request, params: { dealId = '' }, context }: ActionFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const form = await request.formData()
  const sent = await sendReport(context.get(apiContext), queryClient, { dealId, form })
  if (!('problem' in sent)) return redirect(paths.report(dealId))
  if (sent.status === 401) return redirect(paths.signIn(paths.report(dealId)))
  return data(sent.problem, { status: sent.status })
}

/** The report form as a page, for visitors without scripts or who follow a link to it. */
export function Component() {
  const { problem } = useLoaderData<typeof loader>()
  const { dealId = '' } = useParams()
  const { data: deal } = useQuery<Deal>(dealQuery(dealId))
  const user = useUser()
  if (problem === 'missing') return <Missing />
  if (problem === 'failed' || !deal) return <Failure dealId={dealId} />
  if (!user) return <SignInFirst dealId={dealId} />
  if (!deal.isAccessible) return <Locked dealId={dealId} />
  return <Report deal={deal} />
}

function Report({ deal }: { deal: Deal }) {
  const { data: own } = useQuery<OwnReports>({ ...ownReportsQuery(deal.id), enabled: false })
  const problem = useActionData<ReportProblem>()
  const { state } = useNavigation()
  const isBusy = state === 'submitting'
  const told = toldToday(own)
  const isOver = deal.state === 'ended'
  const isAllTold = told.length === REPORT_KINDS.length
  return (
    <div className="wrap solo">
      <h1 className="headline max-w-[18ch]">Something wrong?</h1>
      <LeavingPiece deal={deal} />
      <Told own={own} />
      {isOver && <p className="lead">This deal has ended: we know. Thank you for looking.</p>}
      {!isOver && !isAllTold && (
        <Form method="post" className="grid w-full max-w-[34rem] gap-6" noValidate>
          <ReportFields deal={deal} told={told} problem={problem} />
          <div>
            <Button type="submit" isBusy={isBusy}>
              {isBusy ? 'Sending...' : 'Tell us'}
            </Button>
          </div>
        </Form>
      )}
      <div className="solo-actions">
        <Link className="link text-sm" to={paths.deal(deal.id)}>
          Back to the deal
        </Link>
      </div>
    </div>
  )
}

/** Shows what the person reported today, and what became of it. */
function Told({ own }: { own: OwnReports | undefined }) {
  const ofToday = (own?.reports ?? []).filter(({ isOfToday }) => isOfToday)
  const open = ofToday.filter(({ outcome }) => outcome === null)
  const answered = ofToday.flatMap(({ outcome, kind }) => (outcome ? { outcome, kind } : []))
  if (ofToday.length === 0) return null
  return (
    <div className="notice w-full max-w-[34rem]" role="status">
      {open.length > 0 && (
        <p>{`${toldInWords(open.map(({ kind }) => kind))} ${whatFollows(own?.areChecksPaused ?? false)}`}</p>
      )}
      {answered.map(({ outcome, kind }) => (
        <p key={kind}>{`${toldInWords([kind])} ${foundInWords(outcome, {})}`}</p>
      ))}
    </div>
  )
}

function SignInFirst({ dealId }: { dealId: string }) {
  return (
    <ProblemScreen
      title="Sign in to tell us"
      actions={
        <>
          <Link className="button" to={paths.signIn(paths.report(dealId))}>
            Sign in
          </Link>
          <Link className="link text-sm" to={paths.deal(dealId)}>
            Back to the deal
          </Link>
        </>
      }
    >
      <p className="lead">
        Whoever may open a deal can tell us what is wrong with it, and hears what we found.
      </p>
    </ProblemScreen>
  )
}

function Locked({ dealId }: { dealId: string }) {
  return (
    <ProblemScreen
      title="This deal is for members"
      actions={
        <Link className="button" to={paths.deal(dealId)}>
          Back to the deal
        </Link>
      }
    >
      <p className="lead">Whoever may open a deal can tell us what is wrong with it.</p>
    </ProblemScreen>
  )
}

function Missing() {
  return (
    <ProblemScreen
      title="Deal Not Found"
      actions={
        <Link className="button" to={paths.dailyDeals()}>
          See today’s deals
        </Link>
      }
    >
      <p className="lead">Sorry, this deal could not be found or may have been removed.</p>
    </ProblemScreen>
  )
}

function Failure({ dealId }: { dealId: string }) {
  return (
    <ProblemScreen
      title="This deal could not be read"
      actions={<TryAgain href={paths.report(dealId)} />}
    >
      <p className="lead" role="alert">
        It is us or the line in between. Please try again in a moment.
      </p>
    </ProblemScreen>
  )
}

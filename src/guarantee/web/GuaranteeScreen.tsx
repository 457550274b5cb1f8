import { useEffect, useRef } from 'react'
import { Link, useActionData, useFetcher } from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import type { Guarantee } from '#app/guarantee/guarantee.contract.ts'
import { guaranteeInWords, waysBack } from '#app/guarantee/guarantee.copy.ts'
import { formatDollars } from '#app/shared/money.ts'
import { offer } from '#app/shared/offer.ts'
import { paths } from '#app/shared/paths.ts'
import { listInWords } from '#app/shared/word-lists.ts'
import { Button } from '#app/ui/Button.tsx'
import { Support } from '#app/web/page/Support.tsx'
import { EndAsWell } from './EndAsWell.tsx'
import { Meter } from './Meter.tsx'
import { useGuarantee } from './queries.ts'
import { YearPayments, YearSavings } from './Statement.tsx'

/** Shows the state of the first year, with a button if its fee can be claimed. */
export function GuaranteeScreen() {
  const { data: guarantee, error } = useGuarantee()
  if (!guarantee && error) {
    return <AccountFailure href={paths.guarantee()} subject="guarantee" />
  }
  return (
    <div className="wrap grid gap-x-8 gap-y-14 py-12 lg:grid-cols-12 lg:py-20">
      <div className="max-lg:order-2 lg:col-span-4">
        <p className="caps mb-4 text-ink-soft">Your guarantee</p>
        <p className="max-w-[26rem] text-lg">{offer.guarantee}</p>
        <p className="fine mt-6 max-w-[24rem]">
          Counted are the first twelve paid months, added up over pauses, plans and subscriptions,
          once for a person.{' '}
          <Link className="link" to={`${paths.terms()}#guarantee`}>
            The terms
          </Link>{' '}
          say it whole. Questions? Write to <Support />
        </p>
        <p className="mt-4 grid justify-items-start text-sm *:inline-flex *:min-h-11 *:items-center">
          <Link className="link" to={paths.savings()}>
            Your savings
          </Link>
          <Link className="link" to={paths.account()}>
            Your account
          </Link>
        </p>
      </div>
      <div className="grid min-w-0 content-start gap-16 lg:col-span-7 lg:col-start-6">
        {guarantee ? <GuaranteeStanding guarantee={guarantee} /> : <Bones />}
      </div>
    </div>
  )
}

function GuaranteeStanding({ guarantee }: { guarantee: Guarantee }) {
  const { state, endsOn, payments, savings } = guarantee
  const fetcher = useFetcher<Outcome>()
  // The result of a form submitted before JavaScript had loaded.
  const sent = useActionData<Outcome>()
  const outcome = fetcher.data ?? sent
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (fetcher.data?.isDone) heading.current?.focus()
  }, [fetcher.data])
  const { title, text } = guaranteeInWords(guarantee)
  const isBusy = fetcher.state !== 'idle'
  return (
    <>
      <section aria-labelledby="standing">
        <h1
          id="standing"
          ref={heading}
          tabIndex={-1}
          className="headline max-w-[20ch] outline-none"
        >
          {title}
        </h1>
        <p className="lead mt-5 max-w-[38rem]">{text}</p>
        {endsOn && !ENDLESS.has(state) && (
          <div className="mt-9">
            <Meter guarantee={guarantee} />
          </div>
        )}
        {state === 'open' && (
          <fetcher.Form method="post" action={paths.guarantee()} className="mt-10">
            <WhatIsPaid guarantee={guarantee} />
            <Button type="submit" isBusy={isBusy} disabled={isBusy}>
              {isBusy ? 'Asking...' : 'Refund my year'}
            </Button>
          </fetcher.Form>
        )}
        {outcome?.refusal && !isBusy && (
          <div className="mt-5">
            <FormErrors title="Error" messages={[outcome.refusal]} outcome={outcome} />
          </div>
        )}
      </section>
      {payments.length > 0 && <YearPayments guarantee={guarantee} />}
      {GOES_BACK.has(state) && <EndAsWell />}
      {endsOn && <YearSavings savings={savings} />}
    </>
  )
}

/** States without an end date to show. */
const ENDLESS = new Set<Guarantee['state']>(['over', 'stopped'])

/** States in which the fee can be claimed or is being refunded. */
const GOES_BACK = new Set<Guarantee['state']>(['open', 'waiting', 'held', 'paying'])

type Outcome = { refusal?: string; isDone?: boolean }

/** States before the click how much is refunded, and to where. */
function WhatIsPaid({ guarantee: { toPay, payments, isForPerson } }: { guarantee: Guarantee }) {
  return (
    <p className="mb-6 max-w-[38rem]">
      <strong className="font-semibold tabular-nums">{formatDollars(toPay)}</strong>
      {` goes back to ${listInWords(waysBack(payments))}, ${payments.length > 1 ? 'each payment the way it was made' : 'the way it was paid'}.`}
      {isForPerson &&
        ' One of us looks at it first, because part of what was reported for you comes without its price.'}
    </p>
  )
}

function Bones() {
  return (
    <div role="status">
      <span className="sr">Loading your guarantee</span>
      <div aria-hidden>
        <div className="bone h-10 w-2/3" />
        <div className="bone mt-5 h-4 w-1/2" />
        <div className="bone mt-10 h-3 w-full" />
        <div className="mt-12 grid gap-7 border-t border-hairline pt-7">
          <div className="bone h-4 w-full" />
          <div className="bone h-4 w-full" />
        </div>
      </div>
    </div>
  )
}

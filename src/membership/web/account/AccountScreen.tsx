import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Outlet } from 'react-router'
import { SignOutButton } from '#app/accounts/web/SignOutButton.tsx'
import type { Subscription } from '#app/membership/membership.contract.ts'
import { subscriptionQuery } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { LoadFailure } from '#app/web/page/LoadFailure.tsx'
import { Support } from '#app/web/page/Support.tsx'
import { reportEvent } from '#app/web/report-event.ts'
import { useClub } from '#app/web/site-settings.ts'
import { describeAccount } from './account.copy.ts'
import { MembershipPanel } from './MembershipPanel.tsx'
import { ReceiptList } from './ReceiptList.tsx'

/** Somebody's own account: who they are, what they pay for, and how to cancel. */
export function AccountScreen({ email }: { email: string }) {
  const { name, supportEmail } = useClub()
  useEffect(() => reportEvent('visit-account'), [])
  return (
    <div className="wrap grid gap-x-8 gap-y-14 py-12 lg:grid-cols-12 lg:py-20 print:block print:py-0">
      <div className="lg:col-span-4">
        <p className="mb-8 hidden print:block">
          <strong className="font-semibold">{name}</strong>
          <br /> {supportEmail}
        </p>
        <h1 className="headline mb-8">Your account</h1>
        <p className="caps mb-2 text-ink-soft">Signed in as</p>
        <p className="mb-1 text-lg wrap-anywhere">{email}</p>
        <p className="mb-5 grid justify-items-start text-sm *:inline-flex *:min-h-11 *:items-center print:hidden">
          <Link className="link" to={paths.accountSettings()}>
            Address, password and browsers
          </Link>
          <Link className="link" to={paths.accountMail()}>
            Your mail
          </Link>
          <Link className="link" to={paths.savings()}>
            Your savings
          </Link>
        </p>
        <SignOutButton className="button button-quiet" />
        <p className="fine mt-10 max-w-[22rem] print:hidden">
          Questions about your membership or a charge? Write to <Support />
        </p>
      </div>
      <div className="grid min-w-0 content-start gap-16 lg:col-span-7 lg:col-start-6 print:mt-10 print:block">
        <Membership />
        <ReceiptList />
        {/* Further sections about the person, from other parts of the site. */}
        <Outlet />
      </div>
    </div>
  )
}

function Membership() {
  const { data, isError, refetch, isFetching } = useQuery<Subscription | null>(subscriptionQuery)
  const isHydrated = useHydrated()
  if (data === null) return <SessionOver />
  if (data !== undefined) {
    return <MembershipPanel account={describeAccount(data)} subscription={data} />
  }
  if (!isError || !isHydrated) return <MembershipSkeleton />
  return (
    <LoadFailure
      text="Your membership could not be read. Nothing about it has changed."
      isBusy={isFetching}
      onRetry={() => refetch()}
    />
  )
}

/** The shape of the membership while it loads. */
function MembershipSkeleton() {
  return (
    <div role="status">
      <span className="sr">Loading your membership</span>
      <div aria-hidden>
        <div className="bone h-3 w-28" />
        <div className="bone mt-5 h-10 w-2/3" />
        <div className="bone mt-5 h-4 w-1/2" />
        <div className="mt-10 grid gap-7 border-t border-hairline pt-7">
          {['w-1/2', 'w-2/3', 'w-2/5'].map((width) => (
            <div key={width} className={`bone h-4 ${width}`} />
          ))}
        </div>
        <div className="bone mt-10 h-13 w-52" />
      </div>
    </div>
  )
}

/** The session ended elsewhere while this page was open. */
function SessionOver() {
  return (
    <p className="notice" role="alert">
      Your session has ended.{' '}
      <Link className="link" to={paths.signIn()}>
        Please sign in to view your account.
      </Link>
    </p>
  )
}

import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import type { MailChoices } from '#app/mailings/mailings.contract.ts'
import { formatDateAt, formatTime } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { LoadFailure } from '#app/web/page/LoadFailure.tsx'
import { Support } from '#app/web/page/Support.tsx'
import { useMailForm } from './actions.ts'
import { MailForm } from './MailForm.tsx'
import { useMailChoices } from './queries.ts'

/** Shows a reader's mail choices, their hour, and what prevents delivery. */
export function MailScreen({ email, children }: { email: string; children: ReactNode }) {
  return (
    <div className="wrap grid gap-x-8 gap-y-14 py-12 lg:grid-cols-12 lg:py-20">
      <div className="lg:col-span-4">
        <p className="mb-5">
          <Link className="link text-sm" to={paths.account()}>
            Your account
          </Link>
        </p>
        <h1 className="headline mb-5">Your mail</h1>
        <p className="lead max-w-[26rem]">
          What comes, how often, and at your hour. Nothing comes that you have not asked for.
        </p>
        <p className="caps mt-8 mb-2 text-ink-soft">Goes to</p>
        <p className="wrap-anywhere">{email}</p>
        <p className="fine mt-8 max-w-[24rem]">
          Mail about your account, your payments and our terms always comes: it holds no deals and
          no offers. Questions? Write to <Support />
        </p>
      </div>
      <div className="min-w-0 lg:col-span-7 lg:col-start-6">
        <Content />
        <div className="mt-14">{children}</div>
      </div>
    </div>
  )
}

function Content() {
  const { data, isError, isFetching, refetch } = useMailChoices()
  const isHydrated = useHydrated()
  if (data) {
    return (
      <div className="grid gap-12">
        <Standing choices={data} />
        <MailForm
          // Remounts the form when the answer changes, so that its defaults follow.
          key={`${data.edition} ${data.alerts} ${data.hour} ${data.timeZone}`}
          choices={data}
          place="account"
        />
      </div>
    )
  }
  if (!isError || !isHydrated) return <Skeleton />
  return (
    <LoadFailure
      text="Your choices could not be read. Nothing about them has changed."
      isBusy={isFetching}
      onRetry={() => refetch()}
    />
  )
}

/** Explains why chosen mail does not arrive. */
function Standing({ choices }: { choices: MailChoices }) {
  const { edition, alerts, isInboxProven, stopped } = choices
  const wantsMail = [edition, alerts].some((choice) => choice !== null && choice !== 'never')
  if (stopped) {
    const day = formatDateAt(stopped.at)
    return (
      <p className="notice" role="status">
        {stopped.why === 'bounce'
          ? `Our last mail came back on ${day}: your inbox did not take it. Editions and alerts are stopped. Save your choices to try again, or change your address.`
          : `On ${day} one of our mails was reported as unwanted. Editions and alerts are stopped, until you save your choices again.`}
      </p>
    )
  }
  if (wantsMail && !isInboxProven) return <Unproven choices={choices} />
  return null
}

function Unproven({ choices: { linkSentAt } }: { choices: MailChoices }) {
  const { outcome, isBusy } = useMailForm('link')
  return (
    <section className="border-y border-hairline py-6" aria-labelledby="unproven">
      <h2 id="unproven" className="mb-2 font-semibold">
        Is this your inbox?
      </h2>
      <p className="mb-4 max-w-[34rem] text-sm">
        No edition and no alert goes out before you have pressed the button in a mail that we send
        you.
        {linkSentAt && ` The last one went out at ${formatTime(linkSentAt)}, Toronto time.`}
      </p>
      {outcome?.isDone && (
        <p className="notice mb-4" role="status">
          Sent. Look into your inbox, and into the spam folder.
        </p>
      )}
      <div className="mb-4 empty:hidden">
        <FormErrors
          title="Not sent"
          messages={outcome?.error ? [outcome.error] : []}
          outcome={outcome}
        />
      </div>
      <Form method="post" action={paths.accountMail()} preventScrollReset>
        <input type="hidden" name="intent" value="link" />
        <Button type="submit" variant="quiet" isBusy={isBusy}>
          {linkSentAt ? 'Send it again' : 'Send the mail'}
        </Button>
      </Form>
    </section>
  )
}

function Skeleton() {
  return (
    <div role="status">
      <span className="sr">Loading your choices</span>
      <div aria-hidden className="grid gap-12">
        {['edition', 'alerts', 'hour'].map((part) => (
          <div key={part}>
            <div className="bone h-6 w-32" />
            <div className="bone mt-3 h-4 w-2/3" />
            <div className="bone mt-5 h-18" />
          </div>
        ))}
      </div>
    </div>
  )
}

import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { UnsubscribeLink } from '#app/mailings/mailings.contract.ts'
import { letterPaths } from '#app/shared/letter-paths.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Stop this mail',
    description: `Stop a mail of ${club.name}.`,
  }),
}

type Shown = { token: string; link: UnsubscribeLink | undefined; hasFailed: boolean }

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { token = '' } = params
  try {
    const path = `/api/mail/unsubscribe/${encodeURIComponent(token)}`
    const link = (await context.get(apiContext).load(path)) as UnsubscribeLink
    return data<Shown>({ token, link, hasFailed: false })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A malformed token is answered like an unknown one.
    const isNobodys = error.status === 404 || error.status === 400
    const shown = { token, link: undefined, hasFailed: !isNobodys }
    return data<Shown>(shown, { status: isNobodys ? 404 : error.status })
  }
}

const NAMES = {
  edition: { stop: 'Stop the edition?', stopped: 'The edition is stopped', what: 'edition' },
  alerts: { stop: 'Stop alerts?', stopped: 'Alerts are stopped', what: 'alert' },
}

/** Opening the page stops nothing, because mail scanners follow links; the button does. */
export function Component() {
  const { token, link, hasFailed } = useLoaderData<Shown>()
  if (!link) return <NoLink hasFailed={hasFailed} />
  const { stop, stopped, what } = NAMES[link.stream]
  if (!link.isOn) {
    return (
      <ProblemScreen
        eyebrow="Your mail"
        title={stopped}
        actions={
          <Link className="link text-sm" to={paths.accountMail()}>
            Change what you get
          </Link>
        }
      >
        <p className="lead" role="status">
          {`No ${what} comes any more. You can switch it on again in your account.`}
        </p>
      </ProblemScreen>
    )
  }
  return (
    <ProblemScreen
      eyebrow="Your mail"
      title={stop}
      actions={
        <>
          <form method="post" action={letterPaths.unsubscribe(token)}>
            <input type="hidden" name="from" value="page" />
            <Button type="submit">
              {link.stream === 'edition' ? 'Stop the edition' : 'Stop alerts'}
            </Button>
          </form>
          <Link className="link text-sm" to={paths.accountMail()}>
            Change how often it comes
          </Link>
        </>
      }
    >
      <p className="lead">
        {`One press, and no ${what} comes any more. Nothing else about your account changes.`}
      </p>
    </ProblemScreen>
  )
}

function NoLink({ hasFailed }: { hasFailed: boolean }) {
  return (
    <ProblemScreen
      eyebrow="Your mail"
      title={hasFailed ? 'We could not read this link' : 'This link is over'}
      actions={
        <Link className="button" to={paths.accountMail()}>
          Your mail
        </Link>
      }
    >
      <p className="lead" role="alert">
        {hasFailed
          ? 'It is us or the line in between. Please open it again in a moment, or choose in your account.'
          : 'It is not complete, or its account is gone. What you get is chosen in your account.'}
      </p>
    </ProblemScreen>
  )
}

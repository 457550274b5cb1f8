import { useEffect, useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  useActionData,
  useNavigation,
  useSearchParams,
} from 'react-router'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import { FormScreen } from '#app/accounts/web/FormScreen.tsx'
import { clearAfterSignOut, refreshAfterSignIn } from '#app/accounts/web/user.ts'
import { meant } from '#app/shared/parameters.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { UNREACHED_UNCHANGED } from '#app/web/api/unreached.copy.ts'
import { isBrowser } from '#app/web/browser.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { tellOtherTabsSignedOut } from '#app/web/tabs.ts'

type Purpose = 'confirm' | 'stop'
type LinkOf = { purpose: Purpose; token: string }

/** How the last attempt ended. */
type Outcome = Partial<LinkOf> & {
  error?: string
  isLinkOver?: boolean
  /** The address now in effect. */
  email?: string
  stopped?: 'in-time' | 'put-back'
}

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Your address',
    description: `Confirm or stop another address for ${club.name}.`,
  }),
}

/** Opening the link changes nothing, because mail scanners follow links; the button on the page does. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const token = String(form.get('token') ?? '')
  const purpose: Purpose = form.get('purpose') === 'stop' ? 'stop' : 'confirm'
  try {
    const path = `/api/account/email/${purpose}`
    const response = await context.get(apiContext).request('POST', path, { token })
    const answer = await response.json()
    const queryClient = context.get(queryClientContext)
    if (answer.isPutBack) {
      // This browser is signed out with all others; the page says why.
      await clearAfterSignOut(queryClient)
      if (isBrowser) tellOtherTabsSignedOut()
      return data<Outcome>({ stopped: 'put-back' })
    }
    await refreshAfterSignIn(queryClient)
    return data<Outcome>(answer.email ? { email: answer.email } : { stopped: 'in-time' })
  } catch (error) {
    if (!(error instanceof ApiError)) {
      return data<Outcome>({ purpose, token, error: UNREACHED_UNCHANGED }, { status: 503 })
    }
    const isLinkOver = error.code === 'email-link-invalid' || error.code === 'address-taken'
    const text = error.serverText ?? UNREACHED_UNCHANGED
    return data<Outcome>({ purpose, token, error: text, isLinkOver }, { status: error.status })
  }
}

export function Component() {
  const outcome = useOutcome()
  const link = useLinkOfAddress() ?? linkOf(outcome)
  if (outcome?.email) return <Confirmed email={outcome.email} />
  if (outcome?.stopped) return <Stopped isPutBack={outcome.stopped === 'put-back'} />
  if (!link || outcome?.isLinkOver) return <LinkOver text={outcome?.error} />
  return <Question link={link} outcome={outcome} />
}

/** Keeps the outcome across revalidation: the change of address is announced to this tab as well. */
function useOutcome(): Outcome | undefined {
  const outcome = useActionData<Outcome>()
  const [kept, setKept] = useState(outcome)
  if (outcome && outcome !== kept) setKept(outcome)
  return outcome ?? kept
}

/** The token is removed from the URL and the history at once. */
function useLinkOfAddress(): LinkOf | undefined {
  const [search] = useSearchParams()
  const [link] = useState(() => linkIn(search))
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', paths.emailChange())
  }, [])
  return link
}

function linkIn(search: URLSearchParams): LinkOf | undefined {
  for (const purpose of ['confirm', 'stop'] as const) {
    const token = meant(search, purpose)
    if (token) return { purpose, token }
  }
}

function linkOf(outcome: Outcome | undefined): LinkOf | undefined {
  const { purpose, token } = outcome ?? {}
  return purpose && token ? { purpose, token } : undefined
}

const WORDS = {
  confirm: {
    title: 'Your new address',
    lead: 'One click, and it is the one you sign in with. Our mails go there from then on.',
    submit: 'Confirm this address',
    busy: 'Confirming...',
  },
  stop: {
    title: 'Was it not you?',
    lead: 'Your account keeps this address, or gets it back. If the other one counts already, every browser is signed out, and we mail you a link for a new password.',
    submit: 'Stop this change',
    busy: 'Stopping...',
  },
}

function Question({ link, outcome }: { link: LinkOf; outcome: Outcome | undefined }) {
  const { state } = useNavigation()
  const isBusy = state === 'submitting'
  const { title, lead, submit, busy } = WORDS[link.purpose]
  return (
    <FormScreen title={title} lead={lead}>
      <Form method="post" action={paths.emailChange()} className="grid gap-6">
        <FormErrors
          title="Not yet"
          messages={outcome?.error ? [outcome.error] : []}
          outcome={outcome}
        />
        <input type="hidden" name="purpose" value={link.purpose} />
        <input type="hidden" name="token" value={link.token} />
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? busy : submit}
        </Button>
      </Form>
    </FormScreen>
  )
}

function Confirmed({ email }: { email: string }) {
  return (
    <ProblemScreen
      eyebrow="Account"
      title="Your address is changed"
      actions={
        <Link className="button" to={paths.accountSettings()}>
          Back to your settings
        </Link>
      }
    >
      <p className="lead wrap-anywhere" role="status">
        {`From now on you sign in with ${email}. We have told the address before.`}
      </p>
    </ProblemScreen>
  )
}

function Stopped({ isPutBack }: { isPutBack: boolean }) {
  return (
    <ProblemScreen
      eyebrow="Account"
      title={isPutBack ? 'Your address is back' : 'The change is stopped'}
      actions={
        isPutBack ? (
          <Link className="button" to={paths.signIn()}>
            Sign in
          </Link>
        ) : (
          <Link className="button" to={paths.forgotPassword()}>
            Choose a new password
          </Link>
        )
      }
    >
      <p className="lead" role="status">
        {isPutBack
          ? 'Every browser is signed out, and the old password opens nothing any more. A link for a new one is on its way to your inbox.'
          : 'Your account keeps its address. Whoever asked for another one knew your password: choose a new one now.'}
      </p>
    </ProblemScreen>
  )
}

function LinkOver({ text }: { text: string | undefined }) {
  return (
    <ProblemScreen
      eyebrow="Account"
      title="This link is over"
      actions={
        <>
          <Link className="button" to={paths.accountSettings()}>
            Go to your settings
          </Link>
          <Link className="link text-sm" to={paths.signIn()}>
            Sign in
          </Link>
        </>
      }
    >
      <p className="lead" role={text ? 'alert' : undefined}>
        {text ?? 'It is not complete, or has been used.'}
      </p>
    </ProblemScreen>
  )
}

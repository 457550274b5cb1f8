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
} from 'react-router'
import {
  CONFIRMATION_LINK_MS,
  SHORTEST_PASSWORD,
  UNCONFIRMED_KEPT_MS,
} from '#app/accounts/accounts.facts.ts'
import { EmailField } from '#app/accounts/web/EmailField.tsx'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import { FormScreen } from '#app/accounts/web/FormScreen.tsx'
import { loadSignUpSchema } from '#app/accounts/web/form-schemas.ts'
import { useFormOutcome } from '#app/accounts/web/use-form-outcome.ts'
import { loadUser } from '#app/accounts/web/user.ts'
import { spellNumber } from '#app/shared/counts.ts'
import { formatDays, formatMinutes } from '#app/shared/dates.ts'
import { FREE_DEALS_A_DAY, freeAccountInWords } from '#app/shared/free-account.ts'
import { paths } from '#app/shared/paths.ts'
import { returnPathAt } from '#app/shared/return-path.ts'
import { Button } from '#app/ui/Button.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { askDoor, type Shut, ShutDoor } from '#app/web/page/ShutDoor.tsx'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { preloadToaster } from '#app/web/toasts/ToasterOnDemand.tsx'
import { ResendForm } from './ResendForm.tsx'

/** How the last attempt ended. */
type Outcome = {
  email: string
  /** One error at a time, next to its field if it has one. */
  error?: string
  fields?: Record<string, string>
  isSent?: boolean
}

const FAILED = 'Your account could not be made. Please try again in a moment.'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Free account',
    description: `Make a free account at ${club.name}: ${spellNumber(FREE_DEALS_A_DAY)} deals a day, open in full. No card.`,
    canonicalPath: paths.signUp(),
  }),
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await loadUser(context.get(queryClientContext)).catch(() => null)
  if (user) throw redirect(returnPathAt(new URL(request.url)) ?? paths.dailyDeals())
  return askDoor(context.get(apiContext), 'sign-up')
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const email = String(form.get('email') ?? '')
  const asked = { email, password: String(form.get('password') ?? '') }
  const checked = (await loadSignUpSchema()).safeParse(asked)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const field = issue?.path[0] === 'email' ? 'email' : 'password'
    const fields = { [field]: issue?.message ?? FAILED }
    return data<Outcome>({ email, fields }, { status: 400 })
  }
  const next = returnPathAt(new URL(request.url))
  try {
    await context.get(apiContext).request('POST', '/api/sign-up', { ...checked.data, next })
  } catch (error) {
    if (!(error instanceof ApiError))
      return data<Outcome>({ email, error: FAILED }, { status: 503 })
    const { fields, serverText, status } = error
    const [field] = (['email', 'password'] as const).filter((name) => fields[name])
    const text = field && fields[field]
    const wrong = text ? { fields: { [field]: text } } : { error: serverText ?? FAILED }
    return data<Outcome>({ email, ...wrong }, { status })
  }
  return data<Outcome>({ email: checked.data.email, isSent: true })
}

export function Component() {
  const door = useLoaderData<Shut | null>()
  return door ? <ShutDoor title="Not just now" words={door.shut} /> : <SignUp />
}

function SignUp() {
  const outcome = useActionData<Outcome>()
  const next = useReturnPath()
  if (outcome?.isSent) return <CheckInbox email={outcome.email} />
  return (
    <FormScreen title="A free account" lead={freeAccountInWords()}>
      <SignUpForm outcome={outcome} />
      <p className="mt-6 flex flex-wrap gap-x-8 text-sm *:inline-flex *:min-h-11 *:items-center">
        <Link className="link" to={paths.signIn(next)}>
          Have an account? Sign in
        </Link>
        <Link className="link" to={paths.joinNow(next)}>
          Every deal, every day: join
        </Link>
      </p>
    </FormScreen>
  )
}

function SignUpForm({ outcome }: { outcome: Outcome | undefined }) {
  const { state, formAction } = useNavigation()
  const isHydrated = useHydrated()
  const next = useReturnPath()
  const isBusy = state !== 'idle' && formAction?.startsWith(paths.signUp()) === true
  const { form, onInput, wrong, messages } = useFormOutcome(outcome)
  return (
    <Form
      ref={form}
      method="post"
      action={paths.signUp(next)}
      className="grid gap-6"
      noValidate
      onFocus={preloadSubmit}
      onInput={onInput}
    >
      <FormErrors title="Not yet" messages={messages} outcome={outcome} />
      <EmailField defaultValue={outcome?.email} error={wrong.email} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        canShow={isHydrated}
        hint={`At least ${SHORTEST_PASSWORD} characters, and not one that is easy to guess.`}
        error={wrong.password}
      />
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? 'One moment...' : 'Make a free account'}
      </Button>
      <p className="fine">
        {'We mail you a link that confirms the address. By making an account you accept the '}
        <Link className="link" to={paths.terms()}>
          Terms of Service
        </Link>
        {' and the '}
        <Link className="link" to={paths.privacyPolicy()}>
          Privacy Policy
        </Link>
        .
      </p>
    </Form>
  )
}

/** The same whether or not the address has an account; only the mail says which. */
function CheckInbox({ email }: { email: string }) {
  const next = useReturnPath()
  return (
    <FormScreen
      title="Check your inbox"
      lead="One press in the mail, and the day’s open deals are yours."
    >
      <div className="grid gap-6">
        <p role="status">
          {'We have sent a mail to '}
          <span className="font-semibold wrap-anywhere">{email}</span>
          {`. Its link works once, within ${formatMinutes(CONFIRMATION_LINK_MS)}; here in this browser it also signs you in.`}
        </p>
        <p className="text-ink-soft">
          Nothing there after a few minutes? Look in the spam folder, or have it sent again.
        </p>
        <ResendForm />
        <p className="fine">
          {`An address that nobody confirms is deleted after ${formatDays(UNCONFIRMED_KEPT_MS)}. `}
          {/* A plain link loads a new document, so the form starts empty. */}
          <a className="link" href={paths.signUp(next)}>
            Mistyped it? Start again
          </a>
        </p>
      </div>
    </FormScreen>
  )
}

/** Preloads what submitting needs while the form is filled in: by then the network may be gone. */
function preloadSubmit() {
  loadSignUpSchema().catch(() => {})
  preloadToaster()
}

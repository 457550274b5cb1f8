import { useEffect } from 'react'
import { Form, Link, useNavigate, useNavigation } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { PasswordField } from '#app/ui/PasswordField.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { Head, HeadInput } from '#app/web/page/head.ts'
import { Support } from '#app/web/page/Support.tsx'
import type { Stat } from '#app/web/page/site-outlet.ts'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { reportEvent } from '#app/web/report-event.ts'
import { preloadToaster } from '#app/web/toasts/ToasterOnDemand.tsx'
import { EmailField } from './EmailField.tsx'
import { FormErrors } from './FormErrors.tsx'
import { loadCredentialsSchema } from './form-schemas.ts'
import { useFormOutcome } from './use-form-outcome.ts'

/** Head of the sign-in screen, which has two URLs and one canonical one. */
export function signInHead({ settings: { club } }: Pick<HeadInput, 'settings'>): Head {
  return {
    title: 'Sign in',
    description: `Sign in to ${club.name} and read today's designer deals.`,
    canonicalPath: paths.signIn(),
  }
}

/** How the last attempt ended. */
export type SignInOutcome = {
  email: string
  error?: string
  /** No answer came, so the input was not checked. */
  isUnanswered?: boolean
  fields?: Record<string, string>
  isSignedIn?: boolean
}

type Props = { stats: Stat[]; outcome?: SignInOutcome | undefined }

/** A plain form: it posts to the page's action with or without scripts. */
export function SignInScreen({ stats, outcome }: Props) {
  const next = useReturnPath()
  useEffect(() => reportEvent('visit-sign-in'), [])

  return (
    <div className="wrap grid gap-16 py-12 lg:grid-cols-12 lg:gap-8 lg:py-20">
      <div className="lg:col-span-5 xl:col-span-4">
        <h1 className="headline mb-3">Sign in</h1>
        <p className="lead mb-10">The feed has been busy since you left.</p>
        {outcome?.isSignedIn ? (
          <p className="notice">
            You are signed in.{' '}
            <Link className="link" to={paths.dailyDeals()}>
              Go to the deals
            </Link>
          </p>
        ) : (
          <SignInForm outcome={outcome} />
        )}
        <p className="mt-6 flex flex-wrap gap-x-8 text-sm *:inline-flex *:min-h-11 *:items-center">
          <ForgotPasswordLink to={paths.forgotPassword(next)} />
          <Link className="link" to={paths.signUp(next)}>
            Make a free account
          </Link>
          <Link className="link" to={paths.subscribe(next)}>
            Subscribe
          </Link>
        </p>
        <p className="fine mt-6">
          Trouble signing in? Write to <Support />
        </p>
      </div>
      {stats.length > 0 && <Stats stats={stats} />}
    </div>
  )
}

/** Passes the typed address on to the next page. */
function ForgotPasswordLink({ to }: { to: string }) {
  const navigate = useNavigate()
  return (
    <Link
      className="link"
      to={to}
      onClick={(event) => {
        const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
        if (!isPlain) return
        event.preventDefault()
        const field = document.querySelector<HTMLInputElement>('main input[name="email"]')
        void navigate(to, { state: { email: field?.value ?? '' } })
      }}
    >
      Forgot password?
    </Link>
  )
}

/** Added to the usual text, or people would reset a password that was right. */
const UNANSWERED = 'No answer came, so both may be right. Look at your connection, then try again.'

function SignInForm({ outcome }: { outcome: SignInOutcome | undefined }) {
  const next = useReturnPath()
  const { state, formAction } = useNavigation()
  const isHydrated = useHydrated()
  const isBusy = state !== 'idle' && formAction?.startsWith(paths.signIn()) === true
  const { form, onInput, wrong, messages } = useFormOutcome(outcome)

  return (
    <Form
      ref={form}
      method="post"
      action={paths.signIn(next)}
      className="grid gap-6"
      noValidate
      onFocus={preloadSubmit}
      onInput={onInput}
    >
      <FormErrors title="Error signing in" messages={messages} outcome={outcome}>
        {outcome?.isUnanswered && <p>{UNANSWERED}</p>}
      </FormErrors>
      <EmailField defaultValue={outcome?.email} error={wrong.email} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        canShow={isHydrated}
        error={wrong.password}
      />
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
    </Form>
  )
}

/** Preloads what submitting needs while the form is filled in: by then the network may be gone. */
function preloadSubmit() {
  loadCredentialsSchema().catch(() => {})
  preloadToaster()
}

function Stats({ stats }: { stats: Stat[] }) {
  return (
    <aside
      className="on-ink grid bg-ink p-8 text-on-ink sm:p-12 lg:col-span-6 lg:col-start-7"
      aria-label="In figures"
    >
      <dl className="grid grid-cols-2 content-between gap-x-8 gap-y-12">
        {stats.map(({ name, figure, words }, index) => (
          <div
            key={words}
            className={
              index === 0
                ? 'col-span-2 flex flex-col-reverse justify-end gap-2'
                : 'flex flex-col-reverse justify-end gap-1 border-t border-on-ink-hairline pt-6'
            }
          >
            <dt className="text-on-ink-soft">{words}</dt>
            <dd className={index === 0 ? 'display' : 'headline'}>
              <Link
                className="counted"
                to={paths.howWeCount(name)}
                aria-label={`${figure} ${words}: how we count`}
              >
                {figure}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}

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
import { letterPaths } from '#app/shared/letter-paths.ts'
import { meant } from '#app/shared/parameters.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { UNREACHED } from '#app/web/api/unreached.copy.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'

type Outcome = { isProven?: true; error?: string }

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Your inbox',
    description: `Say that mail of ${club.name} may come to this inbox.`,
  }),
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const token = String(form.get('token') ?? '')
  try {
    await context.get(apiContext).request('POST', '/api/mail/inbox-proof', { token })
  } catch (error) {
    const { status = 503, serverText = UNREACHED } = error instanceof ApiError ? error : {}
    return data<Outcome>({ error: serverText }, { status })
  }
  return data<Outcome>({ isProven: true })
}

/** Opening the page confirms nothing, because mail scanners follow links; the button does. */
export function Component() {
  const outcome = useActionData<Outcome>()
  const [search] = useSearchParams()
  const { state } = useNavigation()
  const isBusy = state === 'submitting'
  const token = meant(search, 'token') ?? ''
  if (outcome?.isProven) {
    return (
      <ProblemScreen
        eyebrow="Your mail"
        title="Thank you"
        actions={
          <Link className="button" to={paths.dailyDeals()}>
            Go to the deals
          </Link>
        }
      >
        <p className="lead" role="status">
          What you asked for comes to this inbox from now on.
        </p>
      </ProblemScreen>
    )
  }
  if (token === '') {
    return (
      <ProblemScreen
        eyebrow="Your mail"
        title="This link is not complete"
        actions={
          <Link className="button" to={paths.accountMail()}>
            Ask for a new link
          </Link>
        }
      >
        <p className="lead" role="alert">
          Some of it was lost on the way. Open it from the mail once more, or ask for a new one.
        </p>
      </ProblemScreen>
    )
  }
  return (
    <FormScreen
      title="Is this your inbox?"
      lead="One press, and what you asked for comes here. It signs nobody in."
    >
      <Form method="post" action={letterPaths.proveInbox(token)} className="grid gap-6">
        <FormErrors
          title="Not yet"
          messages={outcome?.error ? [outcome.error] : []}
          outcome={outcome}
        />
        <input type="hidden" name="token" value={token} />
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'One moment...' : 'This is my inbox'}
        </Button>
        {outcome?.error && (
          <Link className="link text-sm" to={paths.accountMail()}>
            Ask for a new link
          </Link>
        )}
      </Form>
    </FormScreen>
  )
}

import { type ActionFunctionArgs, data, redirect, useActionData, useNavigation } from 'react-router'
import { refreshAfterSignIn } from '#app/accounts/web/user.ts'
import { versionsQuery } from '#app/accounts/web/versions.ts'
import { paths } from '#app/shared/paths.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { UNREACHED_UNCHANGED } from '#app/web/api/unreached.copy.ts'
import { closeErrorToasts } from '#app/web/toasts/toasts.ts'

/** The API call behind each form of the page. */
const CALLS = {
  email: '/api/account/email',
  'cancel-email': '/api/account/email/cancel',
  password: '/api/account/password',
  end: '/api/account/browsers/end',
  'end-others': '/api/account/browsers/end-others',
  terms: '/api/account/terms',
} as const
export type SettingsIntent = keyof typeof CALLS

/** Result of the last submission. */
type SettingsOutcome = {
  intent: SettingsIntent
  /** As typed, so that it can be corrected. */
  email?: string | undefined
  error?: string
  fields?: Record<string, string>
  isDone?: true
}

export async function settingsAction({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const intent = String(form.get('intent')) as SettingsIntent
  if (!Object.hasOwn(CALLS, intent)) return redirect(paths.accountSettings())
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  const email = typed.email
  const fields = await findProblems(intent, typed)
  if (fields) return data<SettingsOutcome>({ intent, email, fields }, { status: 400 })
  const queryClient = context.get(queryClientContext)
  try {
    await context.get(apiContext).request('POST', CALLS[intent], bodyOf(intent, typed))
  } catch (error) {
    if (!(error instanceof ApiError)) {
      return data<SettingsOutcome>({ intent, email, error: UNREACHED_UNCHANGED }, { status: 503 })
    }
    const { status, serverText = UNREACHED_UNCHANGED } = error
    const wrong = toFormFields(intent, error)
    const outcome = { intent, email, error: serverText, ...(wrong ? { fields: wrong } : {}) }
    return data<SettingsOutcome>(outcome, { status })
  }
  closeErrorToasts()
  if (intent === 'end') await refreshAfterSignIn(queryClient)
  if (intent === 'terms') await queryClient.invalidateQueries(versionsQuery)
  return data<SettingsOutcome>({ intent, isDone: true })
}

async function findProblems(intent: SettingsIntent, typed: Record<string, string>) {
  if (intent !== 'email' && intent !== 'password') return
  await import('#app/web/zod-without-eval.ts')
  const { ChangeEmail, ChangePassword } = await import('#app/accounts/settings.contract.ts')
  const schema = intent === 'email' ? ChangeEmail : ChangePassword
  const { error } = schema.safeParse(bodyOf(intent, typed))
  const [issue] = error?.issues ?? []
  return issue && { [String(issue.path[0])]: issue.message }
}

function bodyOf(intent: SettingsIntent, typed: Record<string, string>): object {
  const { email, currentPassword, password, id } = typed
  switch (intent) {
    case 'email':
      return { email, password }
    case 'password':
      return { currentPassword, password }
    case 'end':
      return { id }
    case 'terms':
      return { document: typed.document, version: Number(typed.version), answer: typed.answer }
    default:
      return {}
  }
}

/** Maps an error about the password to the field "current password". */
function toFormFields(intent: SettingsIntent, { code, fields }: ApiError) {
  if (Object.keys(fields).length === 0) return
  const isCurrent = intent === 'password' && code === 'wrong-password'
  return isCurrent ? { currentPassword: fields.password ?? '' } : fields
}

/** The outcome of this form, if it was submitted last, and whether a submission is in progress. */
export function useSettingsForm(intent: SettingsIntent) {
  const outcome = useActionData<SettingsOutcome>()
  const { formData, formAction } = useNavigation()
  const isHere = formAction?.startsWith(paths.accountSettings()) === true
  const busy = isHere ? formData : undefined
  return {
    outcome: outcome?.intent === intent ? outcome : undefined,
    isBusy: busy?.get('intent') === intent,
    /** Which of several forms with this intent is in progress. */
    busyId: busy?.get('intent') === intent ? String(busy.get('id') ?? '') : undefined,
  }
}

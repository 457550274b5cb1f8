import { type ActionFunctionArgs, data, useActionData, useNavigation } from 'react-router'
import { CHOICE_PLACES, type ChoicePlace } from '#app/mailings/mailings.facts.ts'
import { paths } from '#app/shared/paths.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { UNREACHED_UNCHANGED } from '#app/web/api/unreached.copy.ts'
import { closeErrorToasts } from '#app/web/toasts/toasts.ts'
import { loadMailChoices } from './queries.ts'

type MailIntent = 'choose' | 'link'

/** The outcome of the last submitted form. */
type MailOutcome = {
  intent: MailIntent
  error?: string
  fields?: Record<string, string>
  isDone?: true
}

export async function mailAction({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const intent: MailIntent = form.get('intent') === 'link' ? 'link' : 'choose'
  const fields = intent === 'choose' ? missingIn(form) : undefined
  if (fields) return data<MailOutcome>({ intent, fields }, { status: 400 })
  const api = context.get(apiContext)
  try {
    if (intent === 'link') await api.request('POST', '/api/mail/inbox-link')
    else await api.request('PUT', '/api/mail/choices', wishIn(form))
  } catch (error) {
    if (!(error instanceof ApiError)) {
      return data<MailOutcome>({ intent, error: UNREACHED_UNCHANGED }, { status: 503 })
    }
    const { status, serverText = UNREACHED_UNCHANGED } = error
    return data<MailOutcome>({ intent, error: serverText }, { status })
  }
  closeErrorToasts()
  await loadMailChoices(context.get(queryClientContext))
  return data<MailOutcome>({ intent, isDone: true })
}

/** Nothing is preselected, so choices may be missing. */
function missingIn(form: FormData): Record<string, string> | undefined {
  const wrong = {
    ...(!form.get('edition') && { edition: 'Choose how often the edition comes.' }),
    ...(!form.get('alerts') && { alerts: 'Choose when alerts come.' }),
  }
  return Object.keys(wrong).length > 0 ? wrong : undefined
}

function wishIn(form: FormData) {
  const place: ChoicePlace =
    CHOICE_PLACES.find((each) => each === form.get('place')) ?? CHOICE_PLACES[0]
  return {
    edition: form.get('edition'),
    editionWeekday: Number(form.get('editionWeekday')),
    alerts: form.get('alerts'),
    hour: Number(form.get('hour')),
    timeZone: form.get('timeZone'),
    place,
  }
}

export function useMailForm(intent: MailIntent) {
  const outcome = useActionData<MailOutcome>()
  const { formData, formAction } = useNavigation()
  const isHere = formAction?.startsWith(paths.accountMail()) === true
  return {
    outcome: outcome?.intent === intent ? outcome : undefined,
    isBusy: isHere && (formData?.get('intent') ?? '') === intent,
  }
}

import {
  type ActionFunctionArgs,
  data,
  redirect,
  redirectDocument,
  useActionData,
  useFetcher,
} from 'react-router'
import { refreshAfterSignIn } from '#app/accounts/web/user.ts'
import type { Subscription } from '#app/membership/membership.contract.ts'
import { subscriptionQuery } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { UNANSWERED, UNREACHED } from '#app/web/api/unreached.copy.ts'
import { isBrowser } from '#app/web/browser.ts'
import { showToast } from '#app/web/toasts/toasts.ts'

/** The intents of the account page's forms, and the API call for each. */
const CALLS = {
  cancel: '/api/subscription/cancel',
  resume: '/api/subscription/resume',
  'change-plan': '/api/subscription/change-plan',
  'fix-payment': '/api/subscription/fix-payment',
  'change-card': '/api/subscription/portal',
} as const
export type Intent = keyof typeof CALLS

/** How the last action ended. */
export type Outcome = {
  intent: Intent
  error?: string
  /** Where to continue, when the browser could not be redirected there. */
  url?: string
}

/**
 * The text when no answer came: nobody knows whether the change was made, so the state is read
 * again. Two intents only lead elsewhere and change nothing.
 */
function unansweredText(intent: Intent): string {
  const leadsOn = intent === 'fix-payment' || intent === 'change-card'
  return leadsOn ? UNREACHED : `No answer came. ${UNANSWERED}`
}

export async function accountAction({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const intent = String(form.get('intent')) as Intent
  if (!Object.hasOwn(CALLS, intent)) return redirect(paths.account())
  const queryClient = context.get(queryClientContext)
  let answer: Subscription | { url: string }
  try {
    const body = intent === 'change-plan' ? { plan: form.get('plan') } : undefined
    const response = await context.get(apiContext).request('POST', CALLS[intent], body)
    answer = await response.json()
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 503
    const text = (error instanceof ApiError && error.serverText) || unansweredText(intent)
    showToast({ title: 'Error', description: text, tone: 'error' })
    // It may have failed because the page was out of date.
    if (isBrowser) void refreshAfterSignIn(queryClient)
    return data<Outcome>({ intent, error: text }, { status })
  }

  if ('url' in answer) {
    // Without scripts a form cannot be redirected to another site: the page shows a link instead.
    return isBrowser ? redirectDocument(answer.url) : data<Outcome>({ intent, url: answer.url })
  }
  if (!isBrowser) return redirect(paths.account())
  queryClient.setQueryData(subscriptionQuery.queryKey, answer)
  void refreshAfterSignIn(queryClient)
  showToast({ title: 'Subscription Updated', description: doneInWords(intent, answer) })
  return data<Outcome>({ intent })
}

function doneInWords(intent: Intent, { isMember }: Subscription): string {
  if (intent === 'resume') return 'Your membership goes on. Nothing was charged.'
  if (intent === 'change-plan') return 'Your plan has been changed.'
  return isMember
    ? 'Your subscription will be canceled at the end of the billing period.'
    : 'Your membership has ended. No payment will be tried again.'
}

export type AccountActions = {
  Form: ReturnType<typeof useFetcher>['Form']
  /** The action under way; no other can be started meanwhile. */
  busy: Intent | undefined
  outcome: Outcome | undefined
}

/** Runs one action at a time: by fetcher with scripts, as a page of its own without them. */
export function useAccountActions(): AccountActions {
  const { Form, formData, data } = useFetcher<Outcome>()
  const posted = useActionData<Outcome>()
  return {
    Form,
    busy: (formData?.get('intent') as Intent | null | undefined) ?? undefined,
    outcome: data ?? posted,
  }
}

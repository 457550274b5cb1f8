import { type ActionFunctionArgs, data, useActionData } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { site } from '#app/shared/site.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { loadForgotPasswordRules } from './credential-rules.ts'
import { type ForgotPasswordOutcome, ForgotPasswordScreen, SENT } from './ForgotPasswordScreen.tsx'

const FAILED = 'Failed to send reset instructions'

export const handle: PageHandle = {
  head: () => ({
    title: `Forgot password · ${site.name}`,
    description: `Ask for a link that sets a new password for ${site.name}.`,
    canonicalPath: paths.forgotPassword(),
  }),
}

export async function action({ request, context }: ActionFunctionArgs) {
  const email = String((await request.formData()).get('email') ?? '')
  const asked = (await loadForgotPasswordRules()).safeParse({ email })
  if (!asked.success) {
    const fieldError = asked.error.issues[0]?.message ?? FAILED
    return data<ForgotPasswordOutcome>({ email, fieldError }, { status: 400 })
  }
  try {
    await context.get(apiContext).request('POST', '/api/forgot-password', asked.data)
  } catch (error) {
    const text = (error instanceof ApiError && error.serverText) || FAILED
    showToast({ title: 'Error', description: text, tone: 'error' })
    const status = error instanceof ApiError ? error.status : 503
    return data<ForgotPasswordOutcome>({ email, error: text }, { status })
  }
  showToast(SENT)
  return data<ForgotPasswordOutcome>({ email, isSent: true })
}

export function Component() {
  return <ForgotPasswordScreen outcome={useActionData<ForgotPasswordOutcome>()} />
}

import { type ActionFunctionArgs, data, redirect, useActionData } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { site } from '#app/shared/site.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser } from '#app/web/browser.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { tellOtherTabsSignedOut } from '#app/web/tabs.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { loadNewPasswordRules } from './credential-rules.ts'
import { type PasswordResetOutcome, PasswordResetScreen } from './PasswordResetScreen.tsx'
import { clearAfterSignOut } from './user.ts'

const FAILED = 'Failed to reset password'

export const handle: PageHandle = {
  head: () => ({
    title: `New password · ${site.name}`,
    description: `Set a new password for ${site.name}.`,
  }),
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const token = String(form.get('token') ?? '')
  const password = String(form.get('password') ?? '')
  const fields = await checkPasswords(password, String(form.get('confirmPassword') ?? ''))
  if (fields) return data<PasswordResetOutcome>({ token, fields }, { status: 400 })

  try {
    await context.get(apiContext).request('POST', '/api/reset-password', { token, password })
  } catch (error) {
    const outcome = outcomeOf(error, token)
    showToast({ title: 'Error', description: outcome.error ?? FAILED, tone: 'error' })
    const status = error instanceof ApiError ? error.status : 503
    return data<PasswordResetOutcome>(outcome, { status })
  }
  await clearAfterSignOut(context.get(queryClientContext))
  if (isBrowser) tellOtherTabsSignedOut()
  showToast({ title: 'Password updated' })
  return redirect(`${paths.home()}?signin=true`)
}

async function checkPasswords(password: string, confirmation: string) {
  const checked = (await loadNewPasswordRules()).safeParse(password)
  if (!checked.success) return { password: checked.error.issues[0]?.message ?? FAILED }
  if (password !== confirmation) return { confirmPassword: "Passwords don't match" }
}

function outcomeOf(error: unknown, token: string): PasswordResetOutcome {
  if (!(error instanceof ApiError)) return { token, error: FAILED }
  const { password } = error.fields
  return {
    token,
    error: error.serverText ?? FAILED,
    ...(password ? { fields: { password } } : {}),
    isLinkOver: error.code === 'reset-link-invalid',
  }
}

export function Component() {
  return <PasswordResetScreen outcome={useActionData<PasswordResetOutcome>()} />
}

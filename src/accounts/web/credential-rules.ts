/** Only a submitted form needs the rules, and they weigh more than the page. */
export async function loadCredentialRules() {
  return (await loadContract()).Credentials
}

/** What a request for a reset link must hold. */
export async function loadForgotPasswordRules() {
  return (await loadContract()).ForgotPassword
}

export async function loadNewPasswordRules() {
  return (await loadContract()).NewPassword
}

async function loadContract() {
  await import('#app/web/zod-without-eval.ts')
  return import('#app/accounts/accounts.contract.ts')
}

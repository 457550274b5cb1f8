// Loaded lazily when a form is filled in: the schemas are larger than the page.

export async function loadCredentialsSchema() {
  return (await loadContract()).Credentials
}

export async function loadForgotPasswordSchema() {
  return (await loadContract()).ForgotPassword
}

export async function loadNewPasswordSchema() {
  return (await loadContract()).NewPassword
}

export async function loadSignUpSchema() {
  return (await loadContract()).SignUp
}

async function loadContract() {
  await import('#app/web/zod-without-eval.ts')
  return import('#app/accounts/accounts.contract.ts')
}

/** Only a submitted form needs the rules, and they weigh more than the page. */
export async function loadCredentialRules() {
  await import('#app/web/zod-without-eval.ts')
  const { Credentials } = await import('#app/accounts/accounts.contract.ts')
  return Credentials
}

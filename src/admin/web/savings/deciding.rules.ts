import { readPaid } from '#app/savings/web/saying.rules.ts'

/** What a person decides of a saving that waits, as its form says it. */
export function decisionOf(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const decided = { decision: text('decision'), reason: text('reason') }
  return decided.decision === 'counts' ? { ...decided, paid: readPaid(text('paid')) } : decided
}

import { readPaid } from '#app/savings/web/saying.rules.ts'

/** Reads a decision on a waiting saving from its form. */
export function decisionOf(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const decided = { decision: text('decision'), reason: text('reason') }
  return decided.decision === 'counts' ? { ...decided, paid: readPaid(text('paid')) } : decided
}

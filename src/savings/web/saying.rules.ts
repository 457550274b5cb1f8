/** A call that says what became of a purchase, as a form asks for it. */
export type Saying = { path: string; body: Record<string, unknown> }

/** Undefined for a form that says nothing of it. */
export function sayingOf(form: FormData): Saying | undefined {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const paid = { paid: priceOf(text('paid')), on: text('on') }
  const trip = text('trip')
  const answer = text('answer')
  if (trip) {
    const body = answer === 'bought' ? { answer, ...paid } : { answer }
    return { path: `/api/savings/trips/${encodeURIComponent(trip)}`, body }
  }
  if (!form.has('deal')) return
  return { path: `/api/savings/deals/${encodeURIComponent(dealOf(text('deal')))}`, body: paid }
}

/** What is no price is sent as it is, and refused with words. */
function priceOf(typed: string): number | string {
  const plain = typed.replace(/[$,\s]/g, '')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : typed
}

/** Of a deal's address, its id. */
function dealOf(typed: string): string {
  const [, id = typed] = /\/deal\/([\w-]+)/.exec(typed) ?? []
  return id || '-'
}

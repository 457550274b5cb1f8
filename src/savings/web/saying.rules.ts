import { parsePrice } from '#app/deals/prices/price-reading.facts.ts'

/** A call that says what became of a purchase, as a form asks for it. */
type Saying = { path: string; body: Record<string, unknown> }

/** Undefined for a form that says nothing of it. */
export function sayingOf(form: FormData): Saying | undefined {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const paid = { paid: readPaid(text('paid')), on: text('on') }
  const trip = text('trip')
  const answer = text('answer')
  if (trip) {
    const body = answer === 'bought' ? { answer, ...paid } : { answer }
    return { path: `/api/savings/trips/${encodeURIComponent(trip)}`, body }
  }
  if (!form.has('deal')) return
  return { path: `/api/savings/deals/${encodeURIComponent(dealOf(text('deal')))}`, body: paid }
}

/** US dollars. What is no price, or could be either of two, is sent as it is, and refused with words. */
export function readPaid(typed: string): number | string {
  const price = parsePrice(typed)
  if ('cents' in price) return price.cents === null ? typed : price.cents / 100
  // Refused with words of its own.
  return price.fault === 'too-high' ? Number(typed.replace(/[$,\s]/g, '')) : typed
}

/** Of a deal's address, its id. */
function dealOf(typed: string): string {
  const [, id = typed] = /\/deal\/([\w-]+)/.exec(typed) ?? []
  return id || '-'
}

const FIELDS: Record<string, string> = {
  paid: 'What you paid',
  on: 'The day',
  dealId: 'The deal’s address',
}

/** Why something said was not kept: in words of the form where a field of it is wrong. */
export function refusedInWords({
  fields,
  serverText,
}: {
  fields: Record<string, string>
  serverText: string | undefined
}): string | undefined {
  const [first] = Object.entries(fields)
  const field = first && FIELDS[first[0]]
  return field ? `${field} ${first[1]}.` : serverText
}

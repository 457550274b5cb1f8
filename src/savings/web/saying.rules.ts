import { parsePrice } from '#app/deals/prices/price-reading.facts.ts'

/** The API call that records an answer from a form. */
type Saying = { path: string; body: Record<string, unknown> }

/** Returns the call; undefined if the form has no answer. */
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

/** Parses US dollars. An invalid or ambiguous price stays as typed, for the server to refuse. */
export function readPaid(typed: string): number | string {
  const price = parsePrice(typed)
  if ('cents' in price) return price.cents === null ? typed : price.cents / 100
  // The server has its own message for prices that are too high.
  return price.fault === 'too-high' ? Number(typed.replace(/[$,\s]/g, '')) : typed
}

/** Extracts the id from a deal's address. */
function dealOf(typed: string): string {
  const [, id = typed] = /\/deal\/([\w-]+)/.exec(typed) ?? []
  return id || '-'
}

const FIELDS: Record<string, string> = {
  paid: 'What you paid',
  on: 'The day',
  dealId: 'The deal’s address',
}

/** Explains why an answer was refused, naming the form's field if one is invalid. */
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

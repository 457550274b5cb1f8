import { type Html, html } from '#sandbox/html.ts'
import type { Card } from '#sandbox/payments/processor.ts'

/** The fields of a posted form; the last value of a repeated field counts. */
export type Form = Record<string, string>

/** Errors by field; `form` holds those that belong to no field. */
export type FormErrors = Record<string, string>

const NUMBER = 'Your card number is incomplete.'
const EXPIRY = 'Your card’s expiration date is incomplete.'
const CVC = 'Your card’s security code is incomplete.'
const LONGEST_NAME = 200
const SHORTEST_NUMBER = 13
const SHORTEST_CVC = 3

/** The card as typed, or errors for missing fields; the processor decides whether it is valid. */
export function readCard(form: Form): { card: Card } | { errors: FormErrors } {
  const number = digits(form.number)
  const expiry = readExpiry(form.expiry ?? '')
  const cvc = digits(form.cvc)
  const name = (form.name ?? '').trim().slice(0, LONGEST_NAME)
  if (!expiry || number.length < SHORTEST_NUMBER || cvc.length < SHORTEST_CVC) {
    const errors: FormErrors = {}
    if (number.length < SHORTEST_NUMBER) errors.number = NUMBER
    if (!expiry) errors.expiry = EXPIRY
    if (cvc.length < SHORTEST_CVC) errors.cvc = CVC
    return { errors }
  }
  const card = { number, expMonth: expiry.month, expYear: expiry.year, cvc }
  return { card: name === '' ? card : { ...card, name } }
}

/** Puts a decline at the field it concerns, or else above the form. */
export function errorsOf({ code, message }: { code: string; message: string }): FormErrors {
  const [field] = FIELDS_BY_CODE.find(([, codes]) => codes.test(code)) ?? ['form']
  return { [field]: message }
}

const FIELDS_BY_CODE = [
  ['email', /^email_/],
  ['number', /^(invalid|incomplete|incorrect)_number$/],
  ['expiry', /^invalid_expiry_/],
  ['cvc', /^(invalid|incomplete|incorrect)_cvc$/],
] as const

/** The card fields, always empty: a card number is never sent back. */
export function cardFields(errors: FormErrors, filled: Form = {}): Html {
  const state = (
    name: string,
    isLast = false,
  ) => html`id="${name}" name="${name}" value="${filled[name] ?? ''}"
    ${errors[name] && html`aria-invalid="true" aria-describedby="${name}-error"`} ${!isLast && html`required`}`
  return html`<fieldset id="card"><legend>Card information</legend>
    <div class="field"><label for="number">Card number</label>
      <input ${state('number')} inputmode="numeric" autocomplete="cc-number" maxlength="30" placeholder="1234 1234 1234 1234">
      ${fieldError(errors, 'number')}</div>
    <div class="pair">
    <div class="field"><label for="expiry">Expiration (MM / YY)</label>
      <input ${state('expiry')} inputmode="numeric" autocomplete="cc-exp" maxlength="9" placeholder="MM / YY">
      ${fieldError(errors, 'expiry')}</div>
    <div class="field"><label for="cvc">Security code (CVC)</label>
      <input ${state('cvc')} inputmode="numeric" autocomplete="cc-csc" maxlength="6" placeholder="CVC">
      ${fieldError(errors, 'cvc')}</div>
    </div>
    <div class="field"><label for="name">Name on card <span class="soft">(optional)</span></label>
      <input ${state('name', true)} autocomplete="cc-name" maxlength="${LONGEST_NAME}"></div>
  </fieldset>`
}

export function fieldError(errors: FormErrors, name: string): Html | undefined {
  if (!errors[name]) return
  return html`<p class="error" id="${name}-error">${errors[name]}</p>`
}

/** All errors, above the form, each with a link to its field. */
export function errorSummary(errors: FormErrors): Html | undefined {
  const all = Object.entries(errors)
  if (all.length === 0) return
  return html`<div class="errors" role="alert" tabindex="-1" autofocus><h2>${errors.form ? 'Your card was not accepted' : 'Please check your details'}</h2>
    <ul>${all.map(([name, text]) => html`<li>${name === 'form' ? text : html`<a href="#${name}">${text}</a>`}</li>`)}</ul></div>`
}

function readExpiry(text: string): { month: number; year: number } | undefined {
  const [, month, year] = /^(\d{1,2})\s*[/.-]?\s*(\d{2}|\d{4})$/.exec(text.trim()) ?? []
  if (!month || !year) return
  return { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) }
}

function digits(text: string | undefined): string {
  return (text ?? '').replace(/\D/g, '')
}

import type { Club } from '#app/shared/site.ts'

export type LetterSender = { publicUrl: string; club: Club }

/** Who stands behind the mail, as the law asks of every one. */
export function imprintOf({ company, registerNumber, postalAddress }: Club): string {
  return oneLine(`${company} · ${registerNumber} · ${postalAddress}`)
}

/** `November 23` stays on one line. */
export function keepDays(html: string): string {
  return html.replace(/(\p{L}{3,}) (\d{1,2})(?!\d)/gu, '$1&nbsp;$2')
}

export function keepPercent(html: string): string {
  return html.replaceAll('% off', '%&nbsp;off')
}

/** A narrow screen breaks lines between dates rather than inside of them. */
export function keepDates(html: string): string {
  return html.replace(/(\p{L}+) (\d{1,2}), (\d{4})/gu, '$1&nbsp;$2,&nbsp;$3')
}

/** On our own site, with everything encoded that an address does not bear. */
export function linkTo(publicUrl: string, path: string): string {
  return new URL(publicUrl + path).href
}

/** What somebody typed cannot draw lines of its own into the mail. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return escapeWithin(oneLine(text))
}

/** Of a text that goes on: the blanks at its ends stay. */
export function escapeWithin(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

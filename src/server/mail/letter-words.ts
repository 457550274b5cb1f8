import type { Club } from '#app/shared/site.ts'

export type LetterSender = { publicUrl: string; club: Club }

/** The sender's legal details, which every commercial mail must have. */
export function imprintOf({ company, registerNumber, postalAddress }: Club): string {
  return oneLine(`${company} · ${registerNumber} · ${postalAddress}`)
}

/** Keeps month and day, such as `November 23`, on one line. */
export function keepDays(html: string): string {
  return html.replace(/(\p{L}{3,}) (\d{1,2})(?!\d)/gu, '$1&nbsp;$2')
}

export function keepPercent(html: string): string {
  return html.replaceAll('% off', '%&nbsp;off')
}

/** Keeps whole dates on one line. */
export function keepDates(html: string): string {
  return html.replace(/(\p{L}+) (\d{1,2}), (\d{4})/gu, '$1&nbsp;$2,&nbsp;$3')
}

/** An absolute link to our site, percent-encoded. */
export function linkTo(publicUrl: string, path: string): string {
  return new URL(publicUrl + path).href
}

/** Collapses white space, so that user input cannot add lines to a mail. */
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

/** Escapes a part of a text, keeping leading and trailing blanks. */
export function escapeWithin(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

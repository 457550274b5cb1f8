import { moment } from '#sandbox/format.ts'
import { type Html, html, standInPage } from '#sandbox/html.ts'
import type { Processor } from '#sandbox/payments/processor.ts'

const TABS = [
  ['', 'Clock'],
  ['/switches', 'Switches'],
  ['/events', 'Events'],
  ['/objects', 'Objects'],
] as const

export type Tab = (typeof TABS)[number][0]

/** The frame of the console, with the current time and the active switches. */
export function consolePage(processor: Processor, tab: Tab, title: string, main: Html): string {
  const on = Object.values(processor.switches()).filter((value) => value !== false && value !== 0)
  return standInPage({
    title: `${title} | Payment sandbox`,
    kind: 'console',
    styles: ['/sandbox/payments/pages.css', '/sandbox/payments/console.css'],
    banner: html`<header><p class="name">Payment sandbox <span>stands in for the payment provider</span></p>
      <p class="now">${moment(processor.now())} UTC</p>
      <nav class="tabs" aria-label="Console"><ul>${TABS.map(
        ([path, text]) =>
          html`<li><a href="/sandbox/payments${path}" ${path === tab && html`aria-current="page"`}>${text}${path === '/switches' && on.length > 0 && html` <span class="on">${on.length} on</span>`}</a></li>`,
      )}</ul></nav></header>`,
    main: html`<main id="main"><h1>${title}</h1>${main}</main>`,
  })
}

/** A table that scrolls within itself, also by keyboard. */
export function table(name: string, heads: string[], rows: Html[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head === '' ? html`<span class="unseen">Actions</span>` : head}</th>`)}</tr></thead>
    ${rows}</table></div>`
}

/** An object as JSON, folded. */
export function json(name: string, value: unknown): Html {
  return html`<details><summary>${name}</summary><pre tabindex="0">${JSON.stringify(value, null, 2)}</pre></details>`
}

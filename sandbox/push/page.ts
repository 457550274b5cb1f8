import { moment } from '#sandbox/format.ts'
import { html, standInPage } from '#sandbox/html.ts'

export type ShownDevice = {
  id: string
  /** The service's response to senders: 201 accepted, 410 gone for good, 503 busy. */
  answer: 201 | 410 | 503
  messages: Array<{ at: Date; text: string; ttlSeconds: number; topic: string | undefined }>
}

const ANSWERS: Record<ShownDevice['answer'], string> = {
  201: 'Take what comes',
  410: 'Be gone for good (410)',
  503: 'Be busy (503)',
}

/** What the screens of all devices would show, newest first. */
export function pushPage(devices: ShownDevice[]): string {
  return standInPage({
    title: 'Push',
    kind: 'push',
    styles: ['/sandbox/push/style.css'],
    banner: html`<aside class="sandbox" aria-label="About this page"><p><strong>Sandbox.</strong> This page stands in for the push services of browsers, and for the screens behind them.</p></aside>`,
    main: html`<main id="main"><h1>Screens</h1>
      ${devices.length === 0 && html`<p>No browser has asked for alerts yet: press “On this device” in the <a href="/inbox">inbox</a>.</p>`}
      ${devices.map(deviceSection)}</main>`,
  })
}

function deviceSection({ id, answer, messages }: ShownDevice) {
  return html`<section aria-label="Device ${id}"><header><h2>${id}</h2>
    <form method="post" action="/sandbox/push/devices/${id}">
      ${([201, 410, 503] as const).map((each) => html`<button name="answer" value="${each}" ${each === answer && html`aria-pressed="true"`}>${ANSWERS[each]}</button>`)}
    </form></header>
    ${messages.length === 0 && html`<p>Nothing has come.</p>`}
    <ul>${messages.map(({ at, text }) => {
      const { title, body, path } = JSON.parse(text)
      return html`<li><a href="${path}"><strong>${title}</strong> ${body}</a> <time>${moment(at)}</time></li>`
    })}</ul></section>`
}

import type { Address, Email } from 'postal-mime'
import { count, moment } from '#sandbox/format.ts'
import { type Html, html, standInPage } from '#sandbox/html.ts'
import type { Mail, MailHead } from './files.ts'

/** The sent mails, newest first. */
export function outboxPage(list: {
  mails: MailHead[]
  total: number
  page: number
  pageCount: number
}): string {
  const { mails, total, page, pageCount } = list
  return mailboxPage(
    'Outbox',
    html`<h1>Outbox</h1>
    <p class="soft">${total === 0 ? 'Nothing has been sent yet.' : `${count(total, 'mail')}, newest first${pageCount > 1 ? `, page ${page} of ${pageCount}` : ''}.`}</p>
    ${mails.length > 0 && html`<ol class="mails">${mails.map(entry)}</ol>`}
    ${total > 0 && mails.length === 0 && html`<p>There are no mails this far back.</p>`}
    ${
      pageCount > 1 &&
      html`<nav class="pages" aria-label="Pages">
      ${page > 1 && html`<a href="?page=${Math.min(page - 1, pageCount)}">Newer</a>`}
      ${page < pageCount && html`<a href="?page=${page + 1}">Older</a>`}</nav>`
    }`,
  )
}

function entry({ file, sentAt, head }: MailHead): Html {
  const subject = head ? head.subject || '(no subject)' : 'Not readable yet'
  return html`<li><a href="/sandbox/outbox/${file}">${subject}</a>
    <span class="to">${head ? `to ${addresses(head.to)}` : 'The file is not complete, or is no mail.'}</span>
    <span class="soft">${sentAt && moment(sentAt)}</span></li>`
}

/** One mail as its reader sees it, as plain text, and in its source. */
export function mailPage({ file, sentAt, email }: Mail): string {
  const address = `/sandbox/outbox/${file}`
  return mailboxPage(
    email.subject || '(no subject)',
    html`<p><a href="/sandbox/outbox"><span aria-hidden="true">←</span> All mail</a></p>
    <h1>${email.subject || '(no subject)'}</h1>
    <dl class="facts">
      <div><dt>From</dt><dd>${addresses(email.from && [email.from])}</dd></div>
      <div><dt>To</dt><dd>${addresses(email.to)}</dd></div>
      <div><dt>Sent</dt><dd>${sentAt ? html`${moment(sentAt)} UTC` : (email.date ?? 'unknown')}</dd></div>
    </dl>
    ${actions(file, email)}
    <section><h2>As HTML</h2>${
      email.html
        ? html`<iframe src="${address}/html" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
        : html`<p class="soft">This mail has no HTML.</p>`
    }</section>
    <section><h2>As text</h2>${email.text ? html`<pre class="text">${linked(email.text)}</pre>` : html`<p class="soft">This mail has no text.</p>`}</section>
    ${attachments(email)}
    <section><h2>Source</h2>
      <details><summary>Headers</summary><pre tabindex="0">${email.headerLines.map(({ line }) => line).join('\n')}</pre></details>
      <p><a href="${address}/source">The whole source as plain text</a></p></section>`,
  )
}

export function missingMailPage(): string {
  return mailboxPage(
    'Mail not found',
    html`<p><a href="/sandbox/outbox"><span aria-hidden="true">←</span> All mail</a></p>
    <h1>Mail not found</h1><p>There is no such mail, or it is not written yet.</p>`,
  )
}

/** The mail's HTML for its frame, with embedded pictures inlined and links that open a new tab. */
export function mailDocument({ html: markup = '', attachments: parts }: Email): string {
  const shown = markup.replace(/cid:([\w.@%+-]+)/g, (whole, id: string) => {
    const part = parts.find(({ contentId }) => contentId === `<${decoded(id)}>`)
    if (!part || !(part.content instanceof ArrayBuffer)) return whole
    return `data:${part.mimeType};base64,${Buffer.from(part.content).toString('base64')}`
  })
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(shown) ? shown.replace(/<head[^>]*>/i, `$&${base}`) : base + shown
}

function decoded(id: string): string {
  return URL.canParse(`cid:${id}`) ? id.replace(/%40/g, '@') : id
}

function mailboxPage(title: string, main: Html): string {
  return standInPage({
    title: `${title} | Outbox`,
    kind: 'outbox',
    styles: ['/sandbox/outbox/style.css'],
    banner: html`<aside class="sandbox" aria-label="About this page"><p><strong>Sandbox.</strong> This page stands in for people’s mailboxes. No mail has left this machine.</p></aside>`,
    main: html`<main id="main">${main}</main>`,
  })
}

/** Buttons for what a mail program or the mail provider may do with it. */
function actions(file: string, { headers, messageId }: Email): Html {
  const unsubscribe = /^<(https?:[^>]+)>$/.exec(
    headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '',
  )?.[1]
  return html`<section><h2>What may become of it</h2><div class="deeds">
    ${
      unsubscribe &&
      html`<form method="post" action="${new URL(unsubscribe).pathname}"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button> <span class="soft">in one click, as a mail program does (List-Unsubscribe)</span></form>`
    }
    ${
      messageId &&
      html`<form method="post" action="/sandbox/outbox/${file}/bounce"><button>Bounce</button> <span class="soft">as if nobody reads this inbox</span></form>
      <form method="post" action="/sandbox/outbox/${file}/complaint"><button>Complain</button> <span class="soft">as if its reader had called it unwanted</span></form>`
    }
  </div></section>`
}

/** What was reported about the mail, and the response. */
export function toldPage({ file, what, answer }: { file: string; what: string; answer: string }) {
  return mailboxPage(
    what,
    html`<p><a href="/sandbox/outbox/${file}"><span aria-hidden="true">←</span> The mail</a></p>
    <h1>${what}</h1><p>The club was told of it, as whoever handles its mail would tell it. It answered:</p><pre>${answer}</pre>`,
  )
}

function attachments({ attachments: all }: Email): Html | undefined {
  if (all.length === 0) return
  return html`<section><h2>Attachments</h2><ul>${all.map(({ filename, mimeType }) => html`<li>${filename ?? 'without a name'} <span class="soft">${mimeType}</span></li>`)}</ul></section>`
}

function addresses(list: Address[] | undefined): string {
  const texts = (list ?? []).map(({ name, address }) =>
    name && address ? `${name} <${address}>` : (address ?? name),
  )
  return texts.join(', ') || 'nobody'
}

/** Text with its URLs as links. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/)
    .map((piece, index) =>
      index % 2 === 1 ? html`<a href="${piece}" rel="noreferrer">${piece}</a>` : html`${piece}`,
    )
}

/** Markup that is inserted as it is; all other values are escaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | false | null | undefined | Part[]

/** A tagged template for markup: values are escaped unless they are markup themselves. */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: pieces }, ...parts.map(markupOf)))
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(markupOf).join('')
  if (part === false || part === null || part === undefined) return ''
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

type Page = {
  title: string
  /** The body's class, which selects the styles of a stand-in. */
  kind: string
  /** Shown at the top: says what this page stands in for. */
  banner?: Html
  main: Html
  styles?: readonly string[]
  hasScript?: boolean
}

const STYLES = ['/sandbox/payments/pages.css', '/sandbox/payments/hosted.css']

/** A complete page of a stand-in, with the stand-ins' own styles. */
export function standInPage({
  title,
  kind,
  banner,
  main,
  styles = STYLES,
  hasScript,
}: Page): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${hasScript && html`<script src="/sandbox/payments/checkout.js" defer></script>`}
</head><body class="${kind}">
<a class="skip" href="#main">Skip to content</a>
${banner ?? html`<aside class="sandbox" aria-label="About this page"><p><strong>Sandbox.</strong> This page stands in for the payment provider. No card is charged.</p></aside>`}
${main}</body></html>`.markup
}

/** A page for something that does not exist or has expired, with a link onwards. */
export function noticePage(words: {
  title: string
  text: string
  link?: { href: string; text: string }
}): string {
  return standInPage({
    title: words.title,
    kind: 'notice',
    main: html`<main id="main"><h1>${words.title}</h1><p>${words.text}</p>
      ${words.link && html`<p><a class="button" href="${words.link.href}">${words.link.text}</a></p>`}</main>`,
  })
}

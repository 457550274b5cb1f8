import { COLOURS } from '#app/shared/colours.ts'
import type { Club } from '#app/shared/site.ts'
import type { Block, Letter, LetterDeal } from './mail.ts'
import type { Beginning } from './shared-part.ts'

type RenderedLetter = {
  html: string
  text: string
  /** What is the same in all letters of these blocks, and what follows it in each. */
  beginning: Beginning
  rest: Beginning
}

type Sender = { publicUrl: string; club: Club }

/** The letter in the site's look and as plain text. Its links begin with `publicUrl`. */
export function renderLetter(letter: Letter, sender: Sender): RenderedLetter {
  const beginning = beginningOf(letter, sender)
  const rest = { html: footOf(letter, sender), text: textFootOf(letter, sender) }
  return {
    html: beginning.html + rest.html,
    text: `${beginning.text}\n\n${rest.text}`,
    beginning,
    rest,
  }
}

type Drawn = { publicUrl: string; subject: string; preview: string; beginning: Beginning }
const drawn = new WeakMap<Block[], Drawn>()

/** Drawn for the first of all letters that hold the same blocks under the same words. */
function beginningOf(letter: Letter, sender: Sender): Beginning {
  const { subject, preview, blocks } = letter
  const { publicUrl } = sender
  const known = drawn.get(blocks)
  const isSame = known?.publicUrl === publicUrl && known.subject === subject
  if (isSame && known.preview === preview) return known.beginning
  const beginning = { html: topOf(letter, sender), text: textTopOf(letter, sender) }
  drawn.set(blocks, { publicUrl, subject, preview, beginning })
  return beginning
}

/** Who stands behind the mail, as the law asks of every one. */
function imprintOf({ company, registerNumber, postalAddress }: Club): string {
  return oneLine(`${company} · ${registerNumber} · ${postalAddress}`)
}

/**
 * Mail programs know tables and styles on the element, little else. The style sheet only adds what
 * some of them know: the site's own faces where installed, and a dark room.
 */
function topOf({ subject, preview, blocks }: Letter, { publicUrl, club }: Sender): string {
  return [
    '<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
    `<title>${escapeHtml(subject)}</title><style>${DARK}</style></head>`,
    `<body class="paper" style="${FRAME.body}">`,
    hidden(escapeHtml(preview)),
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" bgcolor="${PAPER}" style="${FRAME.table}"><tr><td align="center" style="padding:0 20px">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${FRAME.column}">`,
    `<tr><td class="line" style="${FRAME.head}"><a class="ink" href="${escapeHtml(publicUrl)}/" style="${FRAME.wordmark}">${escapeHtml(club.shortName)}</a></td></tr>`,
    ...blocks.map((block) => rowOfBlock(block, publicUrl)),
    '',
  ].join('\n')
}

function footOf({ reason, footLinks = [] }: Letter, { publicUrl, club }: Sender): string {
  const { foot, link } = FRAME
  const email = escapeHtml(club.supportEmail)
  return [
    `<tr><td class="line soft" style="${foot}">${escapeHtml(reason)}<br>`,
    ...footLinks.map(
      ({ label, path }) =>
        `<a class="soft" href="${escapeHtml(linkTo(publicUrl, path))}" style="${link};display:inline-block;padding:6px 12px 6px 0">${escapeHtml(label)}</a>`,
    ),
    ...(footLinks.length > 0 ? ['<br>'] : []),
    `Questions? Write to <a class="soft" href="mailto:${email}" style="${link}">${email}</a>.<br>${escapeHtml(imprintOf(club))}`,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')
}

function textTopOf({ blocks }: Letter, { publicUrl, club }: Sender): string {
  return [
    oneLine(club.name).toUpperCase(),
    ...blocks.map((block) => textOfBlock(block, publicUrl)),
  ].join('\n\n')
}

function textFootOf({ reason, footLinks = [] }: Letter, { publicUrl, club }: Sender): string {
  const links = footLinks.map(({ label, path }) => `${label}: ${linkTo(publicUrl, path)}\n`)
  return `-- \n${oneLine(reason)}\n${links.join('')}Questions? Write to ${club.supportEmail}.\n${imprintOf(club)}`
}

function textOfBlock(block: Block, publicUrl: string): string {
  switch (block.kind) {
    case 'title':
      return `${oneLine(block.text)}\n${'='.repeat(Math.min(oneLine(block.text).length, 60))}`
    case 'facts': {
      const width = Math.max(...block.rows.map(([label]) => label.length)) + 3
      return block.rows
        .map(([label, value]) => `${`${oneLine(label)}:`.padEnd(width)}${oneLine(value)}`)
        .join('\n')
    }
    case 'button':
      return `${oneLine(block.label)}:\n${linkTo(publicUrl, block.path)}`
    case 'note':
      return [
        oneLine(block.text),
        ...(block.link
          ? [`${oneLine(block.link.label)}: ${linkTo(publicUrl, block.link.path)}`]
          : []),
      ].join('\n')
    case 'paragraph':
      return oneLine(block.text)
    case 'prose':
      return oneLine(
        block.parts
          .map((part) =>
            typeof part === 'string' ? part : `${part.label} (${linkTo(publicUrl, part.path)})`,
          )
          .join(''),
      )
    case 'heading':
      return oneLine(block.text).toUpperCase()
    case 'deals':
      return block.deals.map((deal) => textOfDeal(deal, publicUrl)).join('\n\n')
  }
}

function textOfDeal({ path, brand, name, now, was, off, why }: LetterDeal, publicUrl: string) {
  const price = [now, was, off].filter(Boolean).join(', ')
  return [
    oneLine(name ? `${brand}: ${name}` : brand),
    ...(price ? [price] : []),
    ...(why ? [oneLine(why)] : []),
    linkTo(publicUrl, path),
  ].join('\n')
}

// The site's colours and faces, in the words mail programs understand.
const { ink: INK, inkSoft: SOFT, hairline: HAIRLINE, paper: PAPER, oxblood: OXBLOOD } = COLOURS
const SERIF =
  "'Bodoni Moda','Bodoni 72','Bodoni MT',Didot,'Playfair Display',Georgia,'Times New Roman',serif"
const SANS =
  "'Instrument Sans',-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif"

const text = (size: number, colour: string, more = '') =>
  `font-family:${SANS};font-size:${size}px;line-height:1.55;color:${colour};${more}`

const FRAME = {
  body: `margin:0;padding:0;background-color:${PAPER};-webkit-text-size-adjust:100%`,
  table: `background-color:${PAPER};border-collapse:collapse`,
  column: 'max-width:560px;border-collapse:collapse;text-align:left',
  head: `padding:32px 0 18px;border-bottom:1px solid ${HAIRLINE}`,
  wordmark: `font-family:${SERIF};font-size:30px;line-height:1;letter-spacing:-0.02em;color:${INK};text-decoration:none`,
  foot: text(13, SOFT, `padding:20px 0 48px;border-top:1px solid ${HAIRLINE}`),
  link: `color:${SOFT};text-decoration:underline`,
}

/** For programs that ask the mail itself what it looks like in the dark; others turn colours around. */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${INK} !important; }
  .ink { color: ${COLOURS.onInk} !important; }
  .soft { color: ${COLOURS.onInkSoft} !important; }
  .sale { color: ${COLOURS.rose} !important; }
  .line { border-color: ${COLOURS.onInkHairline} !important; }
}
@media (max-width: 420px) {
  .title { font-size: 32px !important; }
  .button a { display: block !important; }
  .button, .button table { width: 100% !important; }
}
`

/** Beside the subject in the inbox, and nowhere in the mail; the blanks keep what follows out. */
function hidden(preview: string): string {
  const blanks = '&#847;&zwnj;&nbsp;'.repeat(60)
  return `<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${preview}${blanks}</div>`
}

/** One row of the column. Everything that is not written here is escaped. */
function rowOfBlock(block: Block, publicUrl: string): string {
  switch (block.kind) {
    case 'title':
      return row(
        `<h1 class="ink title" style="margin:0;font-family:${SERIF};font-size:38px;line-height:1.1;font-weight:400;letter-spacing:-0.02em;color:${INK}">${keepDays(escapeHtml(block.text))}</h1>`,
        'padding:40px 0 16px',
      )
    case 'paragraph':
      return row(
        `<p class="ink" style="${text(16, INK, 'margin:0')}">${escapeHtml(block.text)}</p>`,
        'padding:0 0 20px',
      )
    case 'prose':
      return row(
        `<p class="ink" style="${text(16, INK, 'margin:0')}">${block.parts
          .map((part) =>
            typeof part === 'string'
              ? escapeWithin(part)
              : quietLink(escapeHtml(part.label), escapeHtml(linkTo(publicUrl, part.path))),
          )
          .join('')}</p>`,
        'padding:0 0 20px',
      )
    case 'note':
      return row(
        `<p class="soft" style="${text(14, SOFT, 'margin:0')}">${escapeHtml(block.text)}${block.link ? ` ${quietLink(escapeHtml(block.link.label), linkTo(publicUrl, block.link.path))}` : ''}</p>`,
        'padding:0 0 28px',
      )
    case 'button':
      return row(
        buttonOf(escapeHtml(block.label), escapeHtml(linkTo(publicUrl, block.path))),
        'padding:8px 0 28px',
      )
    case 'facts':
      return row(
        `<table width="100%" cellpadding="0" cellspacing="0" border="0" class="line" style="border-collapse:collapse;border-bottom:1px solid ${HAIRLINE}">${block.rows
          .map(([label, value]) => factOf(escapeHtml(label), keepDates(escapeHtml(value))))
          .join('\n')}</table>`,
        'padding:4px 0 28px',
      )
    case 'heading':
      return row(
        `<h2 class="soft" style="${text(12, SOFT, 'margin:0;font-weight:600;letter-spacing:0.09em;text-transform:uppercase')}">${escapeHtml(block.text)}</h2>`,
        'padding:8px 0 14px',
      )
    case 'deals':
      return row(
        block.layout === 'pictures'
          ? picturesOf(block.deals, publicUrl)
          : linesOf(block.deals, publicUrl),
        'padding:4px 0 28px',
      )
  }
}

// As wide as its column at most: half of it, less the gutter. Four wide and five high.
const PICTURE = { width: 270, height: 338 }

/** Two beside each other, on a telephone as well; of one alone the words stand beside its picture. */
function picturesOf(deals: LetterDeal[], publicUrl: string): string {
  const rows: string[] = deals.length === 1 ? [besideOf(deals[0], publicUrl)] : []
  for (let first = 0; first < deals.length && deals.length > 1; first += 2) {
    const [left, right] = [deals[first], deals[first + 1]]
    rows.push(
      `<tr>${cardOf(left, publicUrl, 'padding:0 10px 26px 0')}${cardOf(right, publicUrl, 'padding:0 0 26px 10px')}</tr>`,
    )
  }
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;table-layout:fixed">${rows.join('\n')}</table>`
}

function cardOf(deal: LetterDeal | undefined, publicUrl: string, padding: string): string {
  const cell = `width:50%;vertical-align:top;${padding}`
  if (!deal) return `<td style="${cell}">&nbsp;</td>`
  return `<td class="card" style="${cell}">${pictureOf(deal, publicUrl)}${wordsOf(deal, publicUrl)}</td>`
}

function besideOf(deal: LetterDeal | undefined, publicUrl: string): string {
  if (!deal) return ''
  const cell = 'width:50%;vertical-align:top;padding:0'
  return `<tr><td class="card" style="${cell} 10px 8px 0">${pictureOf(deal, publicUrl)}</td><td style="${cell} 0 8px 10px">${wordsOf(deal, publicUrl)}</td></tr>`
}

function pictureOf({ path, picture }: LetterDeal, publicUrl: string): string {
  if (!picture) return ''
  const { width, height } = PICTURE
  const [x, y] = picture.focus ?? []
  const at = x === undefined || y === undefined ? '' : `object-position:${x / 10}% ${y / 10}%;`
  return `<a href="${escapeHtml(linkTo(publicUrl, path))}" style="text-decoration:none;color:${INK}"><img src="${escapeHtml(linkTo(publicUrl, picture.path))}" alt="${escapeHtml(picture.alt)}" width="${width}" height="${height}" border="0" style="${text(13, SOFT)};display:block;width:100%;max-width:${width}px;height:auto;aspect-ratio:4/5;object-fit:cover;${at}background-color:${COLOURS.linen}"></a>`
}

/** What has happened comes before what it costs. */
function wordsOf(deal: LetterDeal, publicUrl: string): string {
  return [
    `<a href="${escapeHtml(linkTo(publicUrl, deal.path))}" style="text-decoration:none;color:${INK}">`,
    `<span class="ink" style="${text(12, INK, 'display:block;padding:12px 0 0;font-weight:600;letter-spacing:0.07em;text-transform:uppercase;word-break:break-word')}">${escapeHtml(deal.brand)}</span>`,
    ...nameOf(deal),
    `</a>${whyOf(deal)}${stackedPriceOf(deal)}`,
  ].join('')
}

/**
 * The columns stay as wide as they are, whatever is said of a price: else it leaves the name no room on a
 * telephone.
 */
function linesOf(deals: LetterDeal[], publicUrl: string): string {
  const line = `border-top:1px solid ${HAIRLINE};vertical-align:top`
  const rows = deals.map((deal) =>
    [
      `<tr><td class="line" style="${line};width:56%;padding:12px 16px 12px 0"><a href="${escapeHtml(linkTo(publicUrl, deal.path))}" style="text-decoration:none;color:${INK}">`,
      `<span class="ink" style="${text(12, INK, 'display:block;font-weight:600;letter-spacing:0.07em;text-transform:uppercase;word-break:break-word')}">${escapeHtml(deal.brand)}</span>`,
      ...nameOf(deal),
      `</a>${whyOf(deal)}</td>`,
      `<td class="line" align="right" style="${line};width:44%;padding:12px 0">${stackedPriceOf(deal)}</td></tr>`,
    ].join(''),
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="line" style="border-collapse:collapse;table-layout:fixed;border-bottom:1px solid ${HAIRLINE}">${rows.join('\n')}</table>`
}

function nameOf({ name }: LetterDeal): string[] {
  if (!name) return []
  return [
    `<span class="ink" style="${text(14, INK, 'display:block;line-height:1.4;word-break:break-word')}">${escapeHtml(name)}</span>`,
  ]
}

/** What it costs, and below it what it did: a column is narrow. */
function stackedPriceOf({ now, was, off }: LetterDeal): string {
  const before = [was, off].filter(Boolean).join(' · ')
  return [
    ...(now
      ? [
          `<div class="sale" style="${text(14, OXBLOOD, 'font-weight:600;line-height:1.4')}">${escapeHtml(now)}</div>`,
        ]
      : []),
    ...(before
      ? [
          `<div class="soft" style="${text(12, SOFT)}">${keepPercent(keepDays(escapeHtml(before)))}</div>`,
        ]
      : []),
  ].join('')
}

function whyOf({ why }: LetterDeal): string {
  if (!why) return ''
  return `<div class="ink" style="${text(13, INK, 'padding:4px 0 6px')}">${escapeHtml(why)}</div>`
}

function row(content: string, style: string): string {
  return `<tr><td style="${style}">${content}</td></tr>`
}

function factOf(label: string, value: string): string {
  const line = `border-top:1px solid ${HAIRLINE};vertical-align:top`
  return [
    `<tr><th scope="row" align="left" class="line soft" style="${text(14, SOFT, `${line};padding:11px 16px 11px 0;font-weight:400;white-space:nowrap`)}">${label}</th>`,
    `<td align="right" class="line ink" style="${text(14, INK, `${line};padding:11px 0;font-weight:600;word-break:break-word`)}">${value}</td></tr>`,
  ].join('')
}

/** `November 23` stays on one line. */
function keepDays(html: string): string {
  return html.replace(/(\p{L}{3,}) (\d{1,2})(?!\d)/gu, '$1&nbsp;$2')
}

function keepPercent(html: string): string {
  return html.replaceAll('% off', '%&nbsp;off')
}

/** A narrow screen breaks lines between dates rather than inside of them. */
function keepDates(html: string): string {
  return html.replace(/(\p{L}+) (\d{1,2}), (\d{4})/gu, '$1&nbsp;$2,&nbsp;$3')
}

function quietLink(label: string, url: string): string {
  return `<a class="ink" href="${escapeHtml(url)}" style="color:${INK};text-decoration:underline">${label}</a>`
}

/** The cell carries the colour, because some programs paint no link. */
function buttonOf(label: string, url: string): string {
  const link = `${text(15, PAPER, 'font-weight:600;line-height:1.25;text-decoration:none;text-align:center')};display:inline-block;padding:16px 32px;border:1px solid ${OXBLOOD}`
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="button" style="border-collapse:separate"><tr>',
    `<td align="center" bgcolor="${OXBLOOD}" style="background-color:${OXBLOOD}"><a href="${url}" style="${link}">${label}</a></td>`,
    '</tr></table>',
  ].join('')
}

/** On our own site, with everything encoded that an address does not bear. */
function linkTo(publicUrl: string, path: string): string {
  return new URL(publicUrl + path).href
}

/** What somebody typed cannot draw lines of its own into the mail. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return escapeWithin(oneLine(text))
}

/** Of a text that goes on: the blanks at its ends stay. */
function escapeWithin(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

import { linesOf, picturesOf } from './letter-deals-html.ts'
import {
  DARK,
  FRAME,
  HAIRLINE,
  INK,
  OXBLOOD,
  PAPER,
  SERIF,
  SOFT,
  textStyle,
} from './letter-style.ts'
import {
  escapeHtml,
  escapeWithin,
  imprintOf,
  keepDates,
  keepDays,
  type LetterSender,
  linkTo,
} from './letter-words.ts'
import type { Block, Letter } from './mail.ts'

/**
 * Mail programs support tables and inline styles, little else. The style sheet only adds what some of them support: the
 * site's fonts where installed, and dark mode.
 */
export function htmlTopOf(
  { subject, preview, blocks }: Letter,
  { publicUrl, club }: LetterSender,
): string {
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

export function htmlFootOf(
  { reason, footLinks = [] }: Letter,
  { publicUrl, club }: LetterSender,
): string {
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

/** Preview text, shown in the inbox next to the subject and hidden in the mail; the padding keeps body text out. */
function hidden(preview: string): string {
  const blanks = '&#847;&zwnj;&nbsp;'.repeat(60)
  return `<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${preview}${blanks}</div>`
}

/** One table row per block. Escapes all text. */
function rowOfBlock(block: Block, publicUrl: string): string {
  switch (block.kind) {
    case 'title':
      return row(
        `<h1 class="ink title" style="margin:0;font-family:${SERIF};font-size:38px;line-height:1.1;font-weight:400;letter-spacing:-0.02em;color:${INK}">${keepDays(escapeHtml(block.text))}</h1>`,
        'padding:40px 0 16px',
      )
    case 'paragraph':
      return row(
        `<p class="ink" style="${textStyle(16, INK, 'margin:0')}">${escapeHtml(block.text)}</p>`,
        'padding:0 0 20px',
      )
    case 'prose':
      return row(
        `<p class="ink" style="${textStyle(16, INK, 'margin:0')}">${block.parts
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
        `<p class="soft" style="${textStyle(14, SOFT, 'margin:0')}">${escapeHtml(block.text)}${block.link ? ` ${quietLink(escapeHtml(block.link.label), linkTo(publicUrl, block.link.path))}` : ''}</p>`,
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
        `<h2 class="soft" style="${textStyle(12, SOFT, 'margin:0;font-weight:600;letter-spacing:0.09em;text-transform:uppercase')}">${escapeHtml(block.text)}</h2>`,
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

function row(content: string, style: string): string {
  return `<tr><td style="${style}">${content}</td></tr>`
}

function factOf(label: string, value: string): string {
  const line = `border-top:1px solid ${HAIRLINE};vertical-align:top`
  return [
    `<tr><th scope="row" align="left" class="line soft" style="${textStyle(14, SOFT, `${line};padding:11px 16px 11px 0;font-weight:400;white-space:nowrap`)}">${label}</th>`,
    `<td align="right" class="line ink" style="${textStyle(14, INK, `${line};padding:11px 0;font-weight:600;word-break:break-word`)}">${value}</td></tr>`,
  ].join('')
}

function quietLink(label: string, url: string): string {
  return `<a class="ink" href="${escapeHtml(url)}" style="color:${INK};text-decoration:underline">${label}</a>`
}

/** The table cell has the background colour, because some programs ignore it on links. */
function buttonOf(label: string, url: string): string {
  const link = `${textStyle(15, PAPER, 'font-weight:600;line-height:1.25;text-decoration:none;text-align:center')};display:inline-block;padding:16px 32px;border:1px solid ${OXBLOOD}`
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="button" style="border-collapse:separate"><tr>',
    `<td align="center" bgcolor="${OXBLOOD}" style="background-color:${OXBLOOD}"><a href="${url}" style="${link}">${label}</a></td>`,
    '</tr></table>',
  ].join('')
}

import { site } from '#app/shared/site.ts'
import { DARK, escapeHtml, FRAME, hidden, linkTo, oneLine, rowOfBlock } from './html.ts'
import type { Block, Letter } from './mail.ts'

export type RenderedLetter = { html: string; text: string }

/** The letter in the site's look and as plain text. Its links begin with `publicUrl`. */
export function renderLetter(letter: Letter, publicUrl: string): RenderedLetter {
  return { html: renderHtml(letter, publicUrl), text: renderText(letter, publicUrl) }
}

/**
 * Mail programs know tables and styles on the element, little else. The style sheet only adds what
 * some of them know: the site's own faces where installed, and a dark room.
 */
function renderHtml({ subject, preview, reason, blocks }: Letter, publicUrl: string): string {
  const { wordmark, foot, link } = FRAME
  return [
    '<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
    `<title>${escapeHtml(subject)}</title><style>${DARK}</style></head>`,
    `<body class="paper" style="${FRAME.body}">`,
    hidden(escapeHtml(preview)),
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" bgcolor="#f7f4ee" style="${FRAME.table}"><tr><td align="center" style="padding:0 20px">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${FRAME.column}">`,
    `<tr><td class="line" style="${FRAME.head}"><a class="ink" href="${escapeHtml(publicUrl)}/" style="${wordmark}">${escapeHtml(site.shortName)}</a></td></tr>`,
    ...blocks.map((block) => rowOfBlock(block, publicUrl)),
    `<tr><td class="line soft" style="${foot}">${escapeHtml(reason)}<br>`,
    `Questions? Write to <a class="soft" href="mailto:${site.supportEmail}" style="${link}">${site.supportEmail}</a>.`,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')
}

function renderText({ reason, blocks }: Letter, publicUrl: string): string {
  return [
    site.name.toUpperCase(),
    ...blocks.map((block) => textOfBlock(block, publicUrl)),
    `-- \n${oneLine(reason)}\nQuestions? Write to ${site.supportEmail}.`,
  ].join('\n\n')
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
  }
}

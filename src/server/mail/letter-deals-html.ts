import { COLOURS } from '#app/shared/colours.ts'
import { HAIRLINE, INK, OXBLOOD, SOFT, textStyle } from './letter-style.ts'
import { escapeHtml, keepDays, keepPercent, linkTo } from './letter-words.ts'
import type { LetterDeal } from './mail.ts'

// At most half the column minus the gutter; aspect ratio 4:5.
const PICTURE = { width: 270, height: 338 }

/** Two deals per row, also on phones; a single deal has its text beside the picture. */
export function picturesOf(deals: LetterDeal[], publicUrl: string): string {
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
  return `<a href="${escapeHtml(linkTo(publicUrl, path))}" style="text-decoration:none;color:${INK}"><img src="${escapeHtml(linkTo(publicUrl, picture.path))}" alt="${escapeHtml(picture.alt)}" width="${width}" height="${height}" border="0" style="${textStyle(13, SOFT)};display:block;width:100%;max-width:${width}px;height:auto;aspect-ratio:4/5;object-fit:cover;${at}background-color:${COLOURS.linen}"></a>`
}

/** What happened comes before the price. */
function wordsOf(deal: LetterDeal, publicUrl: string): string {
  return [
    `<a href="${escapeHtml(linkTo(publicUrl, deal.path))}" style="text-decoration:none;color:${INK}">`,
    `<span class="ink" style="${textStyle(12, INK, 'display:block;padding:12px 0 0;font-weight:600;letter-spacing:0.07em;text-transform:uppercase;word-break:break-word')}">${escapeHtml(deal.brand)}</span>`,
    ...nameOf(deal),
    `</a>${whyOf(deal)}${stackedPriceOf(deal)}`,
  ].join('')
}

/**
 * One deal per line, without pictures. Column widths are fixed; otherwise a long price would leave no room for the name on
 * a phone.
 */
export function linesOf(deals: LetterDeal[], publicUrl: string): string {
  const line = `border-top:1px solid ${HAIRLINE};vertical-align:top`
  const rows = deals.map((deal) =>
    [
      `<tr><td class="line" style="${line};width:56%;padding:12px 16px 12px 0"><a href="${escapeHtml(linkTo(publicUrl, deal.path))}" style="text-decoration:none;color:${INK}">`,
      `<span class="ink" style="${textStyle(12, INK, 'display:block;font-weight:600;letter-spacing:0.07em;text-transform:uppercase;word-break:break-word')}">${escapeHtml(deal.brand)}</span>`,
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
    `<span class="ink" style="${textStyle(14, INK, 'display:block;line-height:1.4;word-break:break-word')}">${escapeHtml(name)}</span>`,
  ]
}

/** The price with the former price below it, because the column is narrow. */
function stackedPriceOf({ now, was, off }: LetterDeal): string {
  const before = [was, off].filter(Boolean).join(' · ')
  return [
    ...(now
      ? [
          `<div class="sale" style="${textStyle(14, OXBLOOD, 'font-weight:600;line-height:1.4')}">${escapeHtml(now)}</div>`,
        ]
      : []),
    ...(before
      ? [
          `<div class="soft" style="${textStyle(12, SOFT)}">${keepPercent(keepDays(escapeHtml(before)))}</div>`,
        ]
      : []),
  ].join('')
}

function whyOf({ why }: LetterDeal): string {
  if (!why) return ''
  return `<div class="ink" style="${textStyle(13, INK, 'padding:4px 0 6px')}">${escapeHtml(why)}</div>`
}

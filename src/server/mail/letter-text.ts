import { imprintOf, type LetterSender, linkTo, oneLine } from './letter-words.ts'
import type { Block, Letter, LetterDeal } from './mail.ts'

/** A letter as plain text, without its individual part. */
export function textTopOf({ blocks }: Letter, { publicUrl, club }: LetterSender): string {
  return [
    oneLine(club.name).toUpperCase(),
    ...blocks.map((block) => textOfBlock(block, publicUrl)),
  ].join('\n\n')
}

export function textFootOf(
  { reason, footLinks = [] }: Letter,
  { publicUrl, club }: LetterSender,
): string {
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

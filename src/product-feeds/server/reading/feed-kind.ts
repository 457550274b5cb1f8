import type { ProductFeedFormat } from '#app/product-feeds/product-feeds.facts.ts'
import { markedUtf16 } from '#app/server/byte-order-mark.ts'
import { FeedFault } from './feed-fault.ts'

/** Detects the format and encoding from the first bytes; throws a FeedFault if this is no feed. */
export function kindOf(bytes: Buffer): { format: ProductFeedFormat; encoding: string } {
  const [first, second] = bytes
  if (first === 0x50 && second === 0x4b) {
    throw new FeedFault(
      'This is a zip or a workbook of an office program. A feed is XML or text, packed with gzip at most; sheets go through the bulk upload.',
    )
  }
  const marked = markedUtf16(bytes)
  if (!marked && bytes.subarray(0, 4096).includes(0)) {
    throw new FeedFault('This is neither XML nor text. Choose the feed as the shop gives it.')
  }
  const begin = new TextDecoder(marked ?? 'latin1')
    .decode(bytes.subarray(0, 4096))
    .replace(/^\uFEFF|^ï»¿/, '')
  const text = begin.trimStart()
  if (text.startsWith('<')) {
    const [, declared] = /^<\?xml[^>]*\sencoding=["']([\w.:-]{1,40})["']/i.exec(text) ?? []
    // The declaration was readable as single bytes, so UTF-16 cannot be right.
    const said = /^utf-?16/i.test(declared ?? '') ? undefined : declared
    return { format: 'xml', encoding: marked ?? knownEncoding(said) }
  }
  if (/^[[{]/.test(text))
    throw new FeedFault(
      'This is JSON. A feed is XML, or text with tabs or commas: ask the shop for one of these.',
    )
  return { format: 'table', encoding: marked ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252') }
}

function knownEncoding(label = 'utf-8'): string {
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new FeedFault(
      `It says that it is written in ${label}, which is not known here. Ask the shop for one in UTF-8.`,
    )
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    // The last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

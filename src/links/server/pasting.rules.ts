const LINKS = /https?:\/\/[^\s<>"“”]+/gi
/** An address without a scheme, alone on its line: it begins with `www.` or has a path. */
const WITHOUT_SCHEME =
  /^(?:www(?:\.[\w-]+)+|[\w-]+(?:\.[\w-]+)*(?=\.[a-z]+\/))\.[a-z]{2,}(?:[/?#]\S*)?$/i
/** Punctuation that ends a sentence or emphasis but never an address. */
const AFTER_A_LINK = /[.,;:!?'’»*]+$/
const BRACKETS: Array<[string, string]> = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]

/**
 * Splits pasted text into entries: the links of each line (as in a mail), or the line itself if it has none.
 */
export function pastedEntries(text: string): string[] {
  return text.split(/[\r\n]+/).flatMap((line) => {
    const entry = line.trim()
    if (entry === '') return []
    if (WITHOUT_SCHEME.test(entry)) return [`https://${entry}`]
    const links = linksIn(entry)
    return links.length > 0 ? links : [entry]
  })
}

function linksIn(line: string): string[] {
  const found = line.match(LINKS) ?? []
  // Only a separator splits addresses: one inside another, as in a query, is a part of it.
  return found.flatMap((each) => each.split(/[,;|](?=https?:\/\/)/i)).map(bareLink)
}

/** Strips surrounding punctuation; a closing bracket stays if it was opened within the address. */
function bareLink(text: string): string {
  const bare = text.replace(AFTER_A_LINK, '')
  const closing = BRACKETS.find(
    ([open, close]) => bare.endsWith(close) && bare.split(close).length > bare.split(open).length,
  )
  if (closing) return bareLink(bare.slice(0, -1))
  return bare
}

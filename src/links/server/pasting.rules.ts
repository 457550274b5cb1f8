const LINKS = /https?:\/\/[^\s<>"“”]+/gi
/** An address as people write it, alone in its line: it begins with `www.` or has a path. */
const WITHOUT_SCHEME =
  /^(?:www(?:\.[\w-]+)+|[\w-]+(?:\.[\w-]+)*(?=\.[a-z]+\/))\.[a-z]{2,}(?:[/?#]\S*)?$/i
/** Ends a sentence or emphasis, and no address. */
const AFTER_A_LINK = /[.,;:!?'’»*]+$/
const BRACKETS: Array<[string, string]> = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]

/** What was pasted, one by one: of a line that says more than a link, as in a mail, its links; else the line. */
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
  // An address within another is a part of it.
  return found.flatMap((each) => each.split(/[,;|](?=https?:\/\/)/i)).map(bareLink)
}

/** Without what stands around it: a bracket that is opened in it is its own. */
function bareLink(text: string): string {
  const bare = text.replace(AFTER_A_LINK, '')
  const closing = BRACKETS.find(
    ([open, close]) => bare.endsWith(close) && bare.split(close).length > bare.split(open).length,
  )
  if (closing) return bareLink(bare.slice(0, -1))
  return bare
}

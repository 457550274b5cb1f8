import { htmlFootOf, htmlTopOf } from './letter-html.ts'
import { textFootOf, textTopOf } from './letter-text.ts'
import type { LetterSender } from './letter-words.ts'
import type { Block, Letter } from './mail.ts'
import type { Beginning } from './shared-part.ts'

type RenderedLetter = {
  html: string
  text: string
  /** The part shared by all letters with these blocks, and the individual rest. */
  beginning: Beginning
  rest: Beginning
}

/** Renders a letter as HTML and as plain text. Links start with `publicUrl`. */
export function renderLetter(letter: Letter, sender: LetterSender): RenderedLetter {
  const beginning = beginningOf(letter, sender)
  const rest = { html: htmlFootOf(letter, sender), text: textFootOf(letter, sender) }
  return {
    html: beginning.html + rest.html,
    text: `${beginning.text}\n\n${rest.text}`,
    beginning,
    rest,
  }
}

type Drawn = { publicUrl: string; subject: string; preview: string; beginning: Beginning }
const drawn = new WeakMap<Block[], Drawn>()

/** Rendered once for all letters that share the same blocks, subject and preview. */
function beginningOf(letter: Letter, sender: LetterSender): Beginning {
  const { subject, preview, blocks } = letter
  const { publicUrl } = sender
  const known = drawn.get(blocks)
  const isSame = known?.publicUrl === publicUrl && known.subject === subject
  if (isSame && known.preview === preview) return known.beginning
  const beginning = { html: htmlTopOf(letter, sender), text: textTopOf(letter, sender) }
  drawn.set(blocks, { publicUrl, subject, preview, beginning })
  return beginning
}

import { Fragment, isValidElement, type ReactNode } from 'react'
import { changesBetween, type Stretch } from './differences.rules.ts'
import type { LegalSection } from './section.ts'

/** A word with the space after it, or an element that is rendered as it is. */
type Piece = { key: string; node: ReactNode }
type Block = { tag: 'p' | 'h3' | 'li' | 'dt' | 'dd'; pieces: Piece[] }

/** The sections whose text has changed, with deletions and insertions marked. */
export function changedSections(
  before: readonly LegalSection[],
  after: readonly LegalSection[],
): LegalSection[] {
  const sections = changesBetween(before, after, ({ id }) => id)
  return sections.flatMap(({ kind, items }) =>
    items.flatMap((section) => {
      const { id, title, body } = section
      const old = kind === 'new' ? undefined : before.find((each) => each.id === id)
      const changes = changesBetween(
        blocksOf(old?.body),
        kind === 'gone' ? [] : blocksOf(body),
        keyOfBlock,
      )
      const isSame = changes.every((change) => change.kind === 'same')
      if (isSame && old?.title === title) return []
      return [{ id, title, body: <Changes changes={changes} /> }]
    }),
  )
}

/** Unchanged parts are rendered too, so that a change is read in context. */
function Changes({ changes }: { changes: Stretch<Block>[] }) {
  const drawn: ReactNode[] = []
  for (let i = 0; i < changes.length; i += 1) {
    const { kind, items } = changes[i] as Stretch<Block>
    const next = changes[i + 1]
    if (kind === 'gone' && next?.kind === 'new') {
      drawn.push(...rewritten(items, next.items))
      i += 1
    } else {
      drawn.push(
        ...items.map((block) => <Whole key={keyOfBlock(block)} block={block} kind={kind} />),
      )
    }
  }
  return (
    <div className="legal-changes">
      {drawn.map((node, i) => (
        <Fragment key={i.toString()}>{node}</Fragment>
      ))}
    </div>
  )
}

/** Pairs changed paragraphs and compares them word by word. */
function rewritten(gone: Block[], came: Block[]): ReactNode[] {
  const pairs = Math.min(gone.length, came.length)
  const drawn: ReactNode[] = []
  for (let i = 0; i < Math.max(gone.length, came.length); i += 1) {
    const [old, young] = [gone[i], came[i]]
    if (old && young && i < pairs && old.tag === young.tag) {
      const words = changesBetween(old.pieces, young.pieces, ({ key }) => key.trim())
      drawn.push(
        <Paragraph tag={young.tag}>
          {words.map(({ kind, items }, at) => (
            <Marked key={at.toString()} kind={kind} pieces={items} />
          ))}
        </Paragraph>,
      )
    } else {
      if (old) drawn.push(<Whole block={old} kind="gone" />)
      if (young) drawn.push(<Whole block={young} kind="new" />)
    }
  }
  return drawn
}

function Whole({ block, kind }: { block: Block; kind: Stretch<Block>['kind'] }) {
  return (
    <Paragraph tag={block.tag}>
      <Marked kind={kind} pieces={block.pieces} />
    </Paragraph>
  )
}

/** List entries become marked paragraphs, so that deletions and insertions share one list. */
function Paragraph({ tag, children }: { tag: Block['tag']; children: ReactNode }) {
  if (tag === 'h3') return <h3>{children}</h3>
  return <p className={tag === 'p' ? undefined : `legal-${tag}`}>{children}</p>
}

function Marked({ kind, pieces }: { kind: Stretch<Block>['kind']; pieces: Piece[] }) {
  const words = pieces.map(({ node }, i) => <Fragment key={i.toString()}>{node}</Fragment>)
  if (kind === 'same') return words
  const Tag = kind === 'new' ? 'ins' : 'del'
  return (
    <Tag>
      <span className="sr">{kind === 'new' ? 'New: ' : 'Gone: '}</span>
      {words}
    </Tag>
  )
}

const keyOfBlock = ({ tag, pieces }: Block) =>
  `${tag} ${pieces
    .map(({ key }) => key)
    .join('')
    .trim()}`

const BLOCKS: Record<string, Block['tag']> = { p: 'p', h3: 'h3', li: 'li', dt: 'dt', dd: 'dd' }

/** The paragraphs of a section, in order. */
function blocksOf(node: ReactNode): Block[] {
  if (Array.isArray(node)) return node.flatMap(blocksOf)
  if (!isValidElement<{ children?: ReactNode }>(node)) {
    const pieces = piecesOf(node)
    return pieces.length > 0 ? [{ tag: 'p', pieces }] : []
  }
  const { type, props } = node
  const tag = typeof type === 'string' ? BLOCKS[type] : undefined
  if (tag) return [{ tag, pieces: piecesOf(props.children) }]
  if (type === Fragment || typeof type === 'string') return blocksOf(props.children)
  return [{ tag: 'p', pieces: piecesOf(node) }]
}

/** The words of a paragraph. A link counts as its words; an element without text is kept as it is. */
function piecesOf(node: ReactNode): Piece[] {
  if (Array.isArray(node)) return node.flatMap(piecesOf)
  if (typeof node === 'string' || typeof node === 'number') {
    return (String(node).match(/\s+|\S+\s*/g) ?? []).map((word) => ({ key: word, node: word }))
  }
  if (!isValidElement<{ children?: ReactNode }>(node)) return []
  const { children, ...others } = node.props
  if (children !== undefined) return piecesOf(children)
  return [{ key: `${nameOf(node.type)} ${JSON.stringify(others)}`, node }]
}

const names = new Map<unknown, string>()

/** An identifier per component, because built component names are minified. */
function nameOf(type: unknown): string {
  const known = names.get(type)
  if (known) return known
  const name = `\u0000${names.size}`
  names.set(type, name)
  return name
}

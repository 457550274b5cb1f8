import { useDraggable } from '@dnd-kit/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { BoardDeal } from '#app/admin/editions/editions.contract.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { candidatesPath, uploadPath } from '#app/admin/sourcing-paths.facts.ts'
import { DealThumb } from '#app/admin/web/deal-form/DealThumb.tsx'
import type { Lead } from '#app/admin/web/deal-form/EditForm.tsx'
import { dealTitle } from '#app/admin/web/deal-form/words.copy.ts'
import { DRAFTS_ON_A_PAGE } from '#app/deals/editions.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatPrice } from '#app/shared/money.ts'
import { Button } from '#app/ui/Button.tsx'
import { useDrafts } from './queries.ts'
import { useFocusKept } from './use-focus-kept.ts'

const PAUSE_MS = 200
/** Identifies the button for all shown drafts, among those for single ones. */
const ALL = 'all'

type Props = {
  mayChange: boolean
  isBusy: boolean
  onPutIn: (ids: string[]) => void
  onEdit: (id: string, lead?: Lead) => void
}

/** Drafts that are in no coming edition, to search and put into this one. */
export function DraftsSide({ mayChange, isBusy, onPutIn, onEdit }: Props) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useDrafts(asked, page)

  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(typed.trim())
      setPage(1)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const drafts = data?.deals ?? []
  const side = useRef<HTMLElement>(null)
  const isAllOffered = mayChange && drafts.length > 1
  useFocusKept(side, 'draft', [
    ...(isAllOffered ? [ALL] : []),
    ...drafts.map(({ deal }) => deal.id),
  ])
  return (
    <section ref={side} className="drafts" aria-labelledby="drafts-title">
      <h2 id="drafts-title" className="panel-title">
        Drafts{data && <span className="soft figure"> {data.total}</span>}
      </h2>
      <input
        className="input drafts-search"
        type="search"
        value={typed}
        placeholder="Brand, name or shop"
        aria-label="Search the drafts"
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
      <p className="sr" role="status">
        {data && asked !== '' ? `${countOf(data.total, 'draft')} found` : ''}
      </p>
      {isError && !data && (
        <p className="admin-error">
          The drafts could not be read.{' '}
          <Button variant="tool" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && drafts.length === 0 && (
        <p className="soft">
          {asked === ''
            ? 'No draft waits: all of them are in an edition.'
            : 'No draft has these words.'}
        </p>
      )}
      {mayChange && (
        <p className="drafts-ways soft">
          New ones come from{' '}
          <Link className="text-link" to={adminPaths.links()} discover="none">
            links
          </Link>
          ,{' '}
          <Link className="text-link" to={uploadPath()} discover="none">
            a sheet
          </Link>{' '}
          or{' '}
          <Link className="text-link" to={candidatesPath()} discover="none">
            candidates
          </Link>
          .
        </p>
      )}
      {isAllOffered && (
        <Button
          variant="tool"
          data-draft={ALL}
          isBusy={isBusy}
          onClick={() => onPutIn(drafts.map(({ deal }) => deal.id))}
        >
          {`Put these ${drafts.length} in`}
        </Button>
      )}
      <ul className="drafts-list">
        {drafts.map((each) => (
          <SideDraft
            key={each.deal.id}
            each={each}
            {...{ mayChange, isBusy, onEdit }}
            onPutIn={() => onPutIn([each.deal.id])}
          />
        ))}
      </ul>
      {data && data.total > page * DRAFTS_ON_A_PAGE && (
        <Button variant="tool" onClick={() => setPage(page + 1)}>
          Older ones
        </Button>
      )}
      {page > 1 && (
        <Button variant="tool" onClick={() => setPage(page - 1)}>
          Newer ones
        </Button>
      )}
    </section>
  )
}

type DraftProps = Omit<Props, 'onPutIn'> & { each: BoardDeal; onPutIn: () => void }

function SideDraft({ each: { deal, gaps }, mayChange, isBusy, onPutIn, onEdit }: DraftProps) {
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: deal.id,
    data: { deal },
    disabled: !mayChange,
  })
  const title = dealTitle(deal)
  return (
    <li ref={setNodeRef} className="drafts-one" data-dragging={isDragging || undefined}>
      <div className="drafts-thumb" {...listeners}>
        <DealThumb
          pictureKey={deal.dealCardImageUrl ?? deal.images[0] ?? null}
          placeholder={deal.imagePlaceholder}
        />
      </div>
      <div className="drafts-words">
        <span className="tile-brand">{deal.brandName || 'No brand'}</span>
        <span className="tile-name">{deal.productName || deal.domain}</span>
        <span className="soft">
          {deal.salePrice === null ? 'No price' : formatPrice(deal.salePrice)} · {deal.retailer}
          {gaps.length > 0 && ` · ${countOf(gaps.length, 'gap')}`}
        </span>
        {mayChange && (
          <span className="drafts-tools">
            <Button
              variant="tool"
              data-draft={deal.id}
              isBusy={isBusy}
              aria-label={`Into the edition: ${title}`}
              onClick={onPutIn}
            >
              Into the edition
            </Button>
            <Button
              variant="tool-bare"
              aria-label={`Edit ${title}`}
              onClick={() => onEdit(deal.id)}
            >
              Edit
            </Button>
          </span>
        )}
      </div>
    </li>
  )
}

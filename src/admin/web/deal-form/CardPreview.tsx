import { type KeyboardEvent, useId, useState } from 'react'
import { DealCard } from '#app/deals/web/DealCard.tsx'
import type { FormDraft } from './draft.rules.ts'
import { type PictureItem, pictureKeysOf } from './picture-list.rules.ts'
import { type PreviewViewer, previewDeal } from './preview.rules.ts'
import { previewNote } from './words.copy.ts'

type Props = { draft: FormDraft; pictures: PictureItem[]; domain: string | undefined }

const VIEWERS: [PreviewViewer, string][] = [
  ['visitor', 'Visitor'],
  ['free', 'Free user'],
  ['member', 'Member'],
]
const SIZES = '26rem'

/** The card as the feed will show it to each of the three, while it is typed. */
export function CardPreview({ draft, pictures, domain }: Props) {
  const [viewer, setViewer] = useState<PreviewViewer>('member')
  const id = useId()
  const first = pictures.find(({ state }) => state === 'stored')
  const keys = pictureKeysOf(pictures)
  const deal = previewDeal(
    { draft, pictures: keys, placeholder: first?.placeholder ?? null, domain },
    viewer,
  )

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = VIEWERS.findIndex(([name]) => name === viewer)
    const next = VIEWERS[(at + step + VIEWERS.length) % VIEWERS.length]
    if (!next) return
    setViewer(next[0])
    document.getElementById(`${id}-${next[0]}`)?.focus()
  }

  return (
    <div className="entry-preview">
      <div
        role="tablist"
        aria-label="The card as seen by"
        className="entry-tabs"
        onKeyDown={onKeyDown}
      >
        {VIEWERS.map(([name, label]) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === viewer}
            aria-controls={`${id}-panel`}
            tabIndex={name === viewer ? 0 : -1}
            onClick={() => setViewer(name)}
          >
            {label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${viewer}`}>
        {/* To be looked at only: nothing in it leads anywhere. */}
        <div inert className="entry-preview-card">
          <DealCard
            key={keys.join()}
            deal={deal}
            sizes={SIZES}
            isEager
            tag={viewer === 'free' && deal.isAccessible ? 'Open today' : undefined}
          />
        </div>
        <p className="soft entry-preview-note">{previewNote(viewer, draft.isPreview)}</p>
      </div>
    </div>
  )
}

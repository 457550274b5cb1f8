import { useState } from 'react'
import { DealCard } from '#app/deals/web/cards/DealCard.tsx'
import { Tabs } from '#app/ui/Tabs.tsx'
import { useDay } from '#app/web/use-day.ts'
import type { FormDraft } from './draft.rules.ts'
import { notesOf, type PictureItem, pictureKeysOf } from './picture-list.rules.ts'
import { type PreviewViewer, previewDeal } from './preview.rules.ts'
import { previewNote } from './words.copy.ts'

type Props = {
  draft: FormDraft
  pictures: PictureItem[]
  domain: string | undefined
  /** Since when the unchanged original price is known. */
  since: string | undefined
}

const VIEWERS: [PreviewViewer, string][] = [
  ['visitor', 'Visitor'],
  ['free', 'Free user'],
  ['member', 'Member'],
]
const SIZES = '26rem'

/** A live preview of the card as each of the three kinds of viewers will see it. */
export function CardPreview({ draft, pictures, domain, since }: Props) {
  const today = useDay()
  const [viewer, setViewer] = useState<PreviewViewer>('member')
  const first = pictures.find(({ state }) => state === 'stored')
  const keys = pictureKeysOf(pictures)
  const deal = previewDeal(
    {
      draft,
      pictures: keys,
      domain,
      since: since ?? today,
      placeholder: first?.placeholder ?? null,
      notes: notesOf(pictures),
    },
    viewer,
  )

  return (
    <Tabs
      label="The card as seen by"
      tabs={VIEWERS}
      value={viewer}
      onChange={setViewer}
      className="entry-preview"
      listClassName="entry-tabs"
    >
      {/* The preview is inert: nothing in it can be followed. */}
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
    </Tabs>
  )
}

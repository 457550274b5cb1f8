import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
} from '@dnd-kit/sortable'
import { useId, useRef, useState } from 'react'
import { PictureEditor } from '#app/admin/web/picture-editor/PictureEditor.tsx'
import { MOST_MORE_PICTURES, MOST_PICTURES, PICTURE_ENDINGS } from '#app/deals/deals.facts.ts'
import { shopOfHost } from '#app/deals/editing/alternative-text.copy.ts'
import { spellNumber } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import type { FormDraft } from './draft.rules.ts'
import { PictureTile } from './PictureTile.tsx'
import { sameLooking } from './picture-list.rules.ts'
import type { PictureUploads } from './picture-uploads.ts'
import { announceMoves } from './words.copy.ts'

type Props = {
  pictures: PictureUploads
  errors: string[]
  /** Whether something is being dragged over the form. */
  isTarget: boolean
  draft: FormDraft
  /** The retailer of an existing deal. */
  shop: { retailer: string; domain: string } | undefined
}

function placeOf(index: number): string {
  return index === 0 ? 'Card picture' : `Picture ${index + 1}`
}

/** The pictures of a deal: the first is on the card, the others are its fallbacks. */
export function PicturesField({ pictures, errors, isTarget, draft, shop }: Props) {
  const { list, note } = pictures
  const [chosen, setChosen] = useState<string>()
  const told = list.find(({ id }) => id === chosen) ?? list[0]
  const same = sameLooking(list)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const sensors = useSensors(
    // A drag starts after some pixels, so that a click stays a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  function onDragEnd({ active, over }: DragEndEvent) {
    const to = list.findIndex((item) => item.id === over?.id)
    if (to >= 0 && active.id !== over?.id) pictures.move(String(active.id), to)
  }

  return (
    <fieldset className="entry-pictures" aria-describedby={`${id}-hint`}>
      <legend>
        Pictures{' '}
        <span className="soft figure">
          {list.length} of {MOST_PICTURES}
        </span>
      </legend>
      {list.length > 0 && (
        <DndContext
          id={id}
          sensors={sensors}
          accessibility={{ announcements: announceMoves(list.map((item) => item.id)) }}
          collisionDetection={closestCenter}
          onDragEnd={onDragEnd}
        >
          <SortableContext items={list.map((item) => item.id)} strategy={rectSortingStrategy}>
            <ol className="picture-tiles">
              {list.map((item, index) => (
                <PictureTile
                  key={item.id}
                  item={item}
                  index={index}
                  count={list.length}
                  pictures={pictures}
                  isChosen={item.id === told?.id && list.length > 1}
                  same={same.get(item.id)}
                  onChoose={() => setChosen(item.id)}
                  // The button that had the focus is removed with its picture.
                  onRemoved={() => choose.current?.focus()}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      )}
      {told?.key && told.state === 'stored' && (
        <PictureEditor
          place={placeOf(list.indexOf(told))}
          pictureKey={told.key}
          alternative={told.alternative}
          focus={told.focus}
          facts={{
            brandName: draft.brandName,
            department: draft.department || null,
            category: draft.category || null,
            colour: draft.colour || null,
          }}
          hidden={[
            draft.productName,
            draft.retailerName || shop?.retailer || '',
            shop ? shopOfHost(shop.domain) : '',
          ]}
          onTell={(change) => pictures.tell(told.id, change)}
        />
      )}
      <div className="picture-drop" data-target={isTarget || undefined}>
        <Button variant="tool" ref={choose} onClick={() => input.current?.click()}>
          Choose pictures
        </Button>
        <input
          ref={input}
          type="file"
          name="images"
          className="sr"
          tabIndex={-1}
          aria-label="Pictures"
          accept={PICTURE_ENDINGS.join(',')}
          multiple
          onChange={({ target }) => {
            pictures.add([...(target.files ?? [])])
            // Lets the same file be chosen again after it was removed.
            target.value = ''
          }}
        />
        <p id={`${id}-hint`} className="soft">
          {isTarget
            ? 'Let go to add them.'
            : `Or drop them anywhere on this form, or paste a picture or the link to one. The first is the card’s, up to ${spellNumber(MOST_MORE_PICTURES)} more stand in for it.`}
        </p>
      </div>
      <div role="status">
        {note && <p className="field-error">{note}</p>}
        {errors.map((error) => (
          <p key={error} className="field-error">
            {error}
          </p>
        ))}
      </div>
    </fieldset>
  )
}

import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ArrowLeft, ArrowRight, Crosshair, Replace, RotateCw, Star, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { PICTURE_ENDINGS } from '#app/deals/deals.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import { DealThumb } from './DealThumb.tsx'
import type { PictureItem } from './picture-list.rules.ts'
import type { PictureUploads } from './picture-uploads.ts'

type Props = {
  item: PictureItem
  index: number
  count: number
  pictures: PictureUploads
  isChosen: boolean
  /** The place of an earlier picture that looks the same. */
  same: number | undefined
  onChoose: () => void
  onRemoved: () => void
}

/** A picture that can be dragged to its place, or moved by buttons. */
export function PictureTile(props: Props) {
  const { item, index, count, pictures, isChosen, same, onChoose, onRemoved } = props
  const { id, state, error } = item
  const { setNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
  })
  const place = index === 0 ? 'Card picture' : `Picture ${index + 1}`
  // Set through the CSSOM in the browser: our CSP refuses only style attributes of the page.
  const style = { transform: CSS.Transform.toString(transform), transition }

  return (
    <li
      ref={setNodeRef}
      style={style}
      className="picture-tile"
      data-dragging={isDragging || undefined}
      data-chosen={isChosen || undefined}
    >
      <button
        type="button"
        className="picture-handle"
        {...attributes}
        {...listeners}
        aria-label={`${place}, ${item.name}: move`}
        onClick={onChoose}
      >
        {state === 'stored' ? (
          <DealThumb pictureKey={item.key} placeholder={item.placeholder} focus={item.focus} />
        ) : (
          <LocalPicture file={pictures.fileOf(id)} />
        )}
        {index === 0 && <span className="picture-first">Card</span>}
      </button>
      {state === 'uploading' && (
        <progress
          max={1}
          // Indeterminate once everything is sent, while the server processes the picture.
          value={item.sent < 1 ? item.sent : undefined}
          aria-label={`${item.name} is being uploaded`}
        />
      )}
      <div className="picture-buttons">
        <Tool
          label="Move left"
          of={place}
          isOff={index === 0}
          onClick={() => pictures.move(id, index - 1)}
        >
          <ArrowLeft size={16} aria-hidden />
        </Tool>
        <Tool
          label="Move right"
          of={place}
          isOff={index === count - 1}
          onClick={() => pictures.move(id, index + 1)}
        >
          <ArrowRight size={16} aria-hidden />
        </Tool>
        <Tool
          label="Make card picture"
          of={place}
          isOff={index === 0}
          onClick={() => pictures.move(id, 0)}
        >
          <Star size={16} aria-hidden />
        </Tool>
        <Tool
          label="What it shows, and where"
          of={place}
          isOff={state !== 'stored'}
          onClick={onChoose}
        >
          <Crosshair size={16} aria-hidden />
        </Tool>
        <ReplaceTool of={place} onChoose={(file) => pictures.exchange(id, file)} />
        <Tool
          label={state === 'uploading' ? 'Cancel' : 'Remove'}
          of={place}
          onClick={() => {
            pictures.remove(id)
            onRemoved()
          }}
        >
          <X size={16} aria-hidden />
        </Tool>
      </div>
      {item.fault && <p className="field-error">It does not load any more: replace it.</p>}
      {same !== undefined && (
        <div className="picture-same" role="status">
          <p>{`Looks the same as ${same === 0 ? 'the card picture' : `picture ${same + 1}`}.`}</p>
          <Button variant="tool" onClick={() => pictures.tell(id, { isKept: true })}>
            Keep both
          </Button>
          <Button
            variant="tool"
            onClick={() => {
              pictures.remove(id)
              onRemoved()
            }}
          >
            Remove this one
          </Button>
        </div>
      )}
      {error && (
        <div className="picture-error" role="alert">
          <p className="field-error">{error}</p>
          {item.canRetry && (
            <Button variant="tool" onClick={() => pictures.retry(id)}>
              <RotateCw size={14} aria-hidden /> Try again
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** Chooses another file for the same place. */
function ReplaceTool({ of, onChoose }: { of: string; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Tool label="Replace" of={of} onClick={() => input.current?.click()}>
        <Replace size={16} aria-hidden />
      </Tool>
      <input
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        aria-label={`Another file: ${of}`}
        accept={PICTURE_ENDINGS.join(',')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          target.value = ''
        }}
      />
    </>
  )
}

type ToolProps = {
  label: string
  of: string
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, of, isOff = false, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className="picture-tool"
      title={label}
      aria-label={`${label}: ${of}`}
      // Not `disabled`, which would drop the focus from a button that was just used.
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
    >
      {children}
    </button>
  )
}

const [WIDTH, HEIGHT] = [240, 300]

/** A local file as a thumbnail on a canvas, because our CSP allows no `blob:` pictures. */
function LocalPicture({ file }: { file: File | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    if (!file) return
    let isGone = false
    createImageBitmap(file).then(
      (bitmap) => {
        const context = canvas.current?.getContext('2d')
        if (context && !isGone) drawCovering(context, bitmap)
        bitmap.close()
      },
      // Ignored: the server reports what is wrong with the file.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [file])

  return (
    <span className="entry-thumb">
      <canvas ref={canvas} width={WIDTH} height={HEIGHT} aria-hidden />
    </span>
  )
}

function drawCovering(context: CanvasRenderingContext2D, bitmap: ImageBitmap) {
  const scale = Math.max(WIDTH / bitmap.width, HEIGHT / bitmap.height)
  const [width, height] = [bitmap.width * scale, bitmap.height * scale]
  context.drawImage(bitmap, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)
}

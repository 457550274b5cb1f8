import { ArrowDown, ArrowUp } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { DealThumb } from '#app/admin/web/deal-form/DealThumb.tsx'
import { theirsInWords } from '#app/admin/web/fields/meanwhile.copy.ts'
import type { ManagedCarousel } from '#app/deals/carousels.contract.ts'
import { FEWEST_IN_CAROUSEL, LONGEST_CAROUSEL_TITLE } from '#app/deals/deals.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { Switch } from '#app/ui/Switch.tsx'
import type { CarouselEditing } from './editing.ts'
import { useDealsOf } from './queries.ts'
import { nameOfCarousel, stateInWords } from './words.copy.ts'

type Props = { carousel: ManagedCarousel; place: number; count: number; editing: CarouselEditing }

/** A carousel: its place, title, contents and switch. */
export function EditRow({ carousel, place, count, editing }: Props) {
  const { number, isOn, deals } = carousel
  const name = nameOfCarousel(carousel)
  const row = useRef<HTMLLIElement>(null)
  const held = useRef<HTMLElement>(null)
  const isShown = isOn && deals >= FEWEST_IN_CAROUSEL

  // React moves the row in the page when the order changes, which drops the focus inside it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever its place changes.
  useEffect(() => {
    held.current?.focus()
    held.current = null
  }, [place])

  function move(by: -1 | 1) {
    const { activeElement } = document
    held.current = row.current?.contains(activeElement) ? (activeElement as HTMLElement) : null
    void editing.move(carousel, by)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <li
      ref={row}
      className="carousel-row-edit"
      data-shown={isShown || undefined}
      onKeyDown={onKeyDown}
    >
      <div className="carousel-place">
        <span className="carousel-number" aria-hidden>
          {place}
        </span>
        <button
          type="button"
          className="tool-icon"
          aria-label={`Move up: ${name}`}
          aria-disabled={place === 1 || undefined}
          onClick={() => move(-1)}
        >
          <ArrowUp size={18} strokeWidth={1.5} aria-hidden />
        </button>
        <button
          type="button"
          className="tool-icon"
          aria-label={`Move down: ${name}`}
          aria-disabled={place === count || undefined}
          onClick={() => move(1)}
        >
          <ArrowDown size={18} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
      <div className="carousel-title">
        <Title {...{ carousel, editing }} />
        <p className="soft">
          <Link
            className="text-link"
            to={`${adminPaths.deals()}?carousel=${number}#manage-deals`}
            discover="none"
          >
            {countOf(deals, 'deal')}
          </Link>
          {` in carousel ${number}`}
        </p>
      </div>
      <Thumbs number={number} />
      <div className="carousel-state">
        <Switch
          isOn={isOn}
          aria-label={`On: ${name}`}
          disabled={!isOn && carousel.title === ''}
          onToggle={(next) => void editing.turn(carousel, next)}
        />
        <span className={isShown ? 'carousel-shown' : 'soft'}>{stateInWords(carousel)}</span>
      </div>
    </li>
  )
}

/** The title field; saves on blur and on Enter. */
function Title({ carousel, editing }: Pick<Props, 'carousel' | 'editing'>) {
  const [kept, setKept] = useState(carousel.title)
  const [typed, setTyped] = useState(carousel.title)
  const [theirs, setTheirs] = useState<string>()
  const [refused, setRefused] = useState<{ title: string; reason: string }>()
  const sent = useRef<string>(undefined)
  const title = typed.trim()
  // Somebody else may have renamed it meanwhile. Remounting the field would lose its focus and what is typed.
  if (kept !== carousel.title) {
    setKept(carousel.title)
    if (title === kept || title === carousel.title) setTyped(carousel.title)
    else setTheirs(carousel.title)
  }
  const isContested = theirs === carousel.title && title !== carousel.title
  const isRefused = refused?.title === title && title !== carousel.title
  const isMissing = carousel.isOn && title === ''
  const fault = isMissing
    ? 'A carousel needs a title to be on.'
    : isRefused
      ? refused.reason
      : isContested
        ? theirsInWords(carousel.title)
        : undefined

  async function keep(event?: FormEvent) {
    event?.preventDefault()
    if (title === carousel.title || title === sent.current || isMissing) return
    sent.current = title
    setRefused(undefined)
    const reason = await editing.rename(carousel, title)
    sent.current = undefined
    if (reason !== undefined) setRefused({ title, reason })
  }

  const id = `carousel-${carousel.number}-title`
  return (
    <form onSubmit={keep}>
      <input
        id={id}
        className="input"
        aria-label={`Title of carousel ${carousel.number}`}
        placeholder="A title, as people read it"
        value={typed}
        maxLength={LONGEST_CAROUSEL_TITLE}
        autoComplete="off"
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-error`}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          // Over somebody else's title, or after a refusal, only Enter saves.
          if (!isContested && !isRefused) void keep()
        }}
        onKeyDown={({ key }) => {
          if (key !== 'Escape') return
          setTyped(carousel.title)
          setTheirs(undefined)
          setRefused(undefined)
        }}
      />
      {fault !== undefined && (
        <p id={`${id}-error`} className="admin-error" role="alert">
          {fault}
        </p>
      )}
    </form>
  )
}

const MOST_THUMBS = 6

/** The first pictures of the carousel, as far as its deals have any. */
function Thumbs({ number }: { number: number }) {
  const pictures = useDealsOf(number).flatMap(
    ({ id, dealCardImageUrl, images, imagePlaceholder }) => {
      const key = dealCardImageUrl ?? images[0]
      return key ? [{ id, key, placeholder: imagePlaceholder }] : []
    },
  )
  return (
    <div className="carousel-thumbs">
      {pictures.slice(0, MOST_THUMBS).map(({ id, key, placeholder }) => (
        <DealThumb key={id} pictureKey={key} placeholder={placeholder} />
      ))}
    </div>
  )
}

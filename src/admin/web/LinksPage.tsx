import '#app/admin/web/deal-form/form.css'
import '#app/admin/web/deal-form/picture-field.css'
import '#app/admin/web/rates/rates.css'
import '#app/admin/web/links/links.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { editionPath } from '#app/admin/editions/paths.facts.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { Bookmarklet } from '#app/admin/web/links/Bookmarklet.tsx'
import { HopelessLinks } from '#app/admin/web/links/HopelessLinks.tsx'
import { type LinkActs, LinkRow } from '#app/admin/web/links/LinkRow.tsx'
import { PasteForm } from '#app/admin/web/links/PasteForm.tsx'
import {
  loadLinks,
  readLinksAgain,
  showLinks,
  shownLinks,
  useLinks,
} from '#app/admin/web/links/queries.ts'
import {
  hopelessBy,
  isReady,
  isTyped,
  madeInWords,
  readInWords,
} from '#app/admin/web/links/words.copy.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { LONGEST_LINK } from '#app/deals/deals.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import type { DealsMade, Pasted, PastedLink, PastedLinks } from '#app/links/links.contract.ts'
import { MOST_LINKS } from '#app/links/links.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatShortDay } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Links')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadLinks(queryClient)
  return null
}

/** From links to drafts: pasted, read, looked at, made. */
export function Component() {
  const [search] = useSearchParams()
  const desk = useLinks()
  return (
    <>
      <h1 className="title admin-title">Links</h1>
      <PasteForm given={(search.get('link') ?? '').slice(0, LONGEST_LINK)} />
      <Bookmarklet />
      {desk ? (
        <Desk desk={desk} />
      ) : (
        <NotRead href={adminPaths.links()}>The links could not be read.</NotRead>
      )}
    </>
  )
}

function Desk({ desk }: { desk: PastedLinks }) {
  const { links, waiting, tomorrow } = desk
  const queryClient = useQueryClient()
  const [day, setDay] = useState(tomorrow)
  const [isPlanned, setPlanned] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [spoken, setSpoken] = useState('')
  const [error, setError] = useState<string>()
  const [left, setLeft] = useState<Record<string, string>>({})
  const [planned, setPlannedDay] = useState<string>()
  const [takenAway, setTakenAway] = useState<PastedLink[]>([])

  // What was pressed may be gone: the keyboard goes on from the next link, or from what is said of it.
  const status = useRef<HTMLDivElement>(null)
  const hasPressed = useRef(false)
  const next = useRef<{ id: string | undefined; act: 'make' | 'remove' }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time other links are shown
  useEffect(() => {
    if (!hasPressed.current) return
    hasPressed.current = false
    if (document.activeElement?.matches('body, :disabled')) {
      const { id, act } = next.current ?? {}
      const buttons = `[data-link="${id}"] .link-acts button`
      const place =
        document.querySelector<HTMLElement>(`${buttons}[data-act=${act}]`) ??
        document.querySelector<HTMLElement>(buttons) ??
        status.current
      place?.focus()
    }
    next.current = undefined
  }, [links])

  // One after the other, each said of what the one before has left: whoever types on is faster than an answer.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.current.then(work, work)
    last.current = done
    return done
  }

  async function ask<T>(
    method: 'POST' | 'PATCH',
    path: string,
    body: object,
    deskOf: (answer: T) => PastedLinks,
  ): Promise<T | undefined> {
    setError(undefined)
    try {
      const response = await browserApi.request(method, `${ADMIN_CALLS.links}${path}`, body)
      const answer: T = await response.json()
      hasPressed.current = method === 'POST'
      await showLinks(queryClient, deskOf(answer))
      return answer
    } catch (failure) {
      setSpoken('')
      setError(changeFailureText(failure))
      await readLinksAgain(queryClient)
    }
  }
  async function act<T>(
    path: string,
    bodyOf: () => object,
    deskOf: (answer: T) => PastedLinks,
  ): Promise<T | undefined> {
    setBusy(true)
    setTakenAway([])
    const answer = await inTurn(() => ask('POST', path, bodyOf(), deskOf))
    setBusy(false)
    return answer
  }
  const asShown = (link: PastedLink) =>
    shownLinks(queryClient).find(({ id }) => id === link.id) ?? link
  const itself = (answer: PastedLinks) => answer

  // What was typed last is on its way when a button is pressed: what is ready is seen when it has arrived.
  const changing = useRef(new Map<string, Promise<unknown>>())
  function change(link: PastedLink, changes: Parameters<LinkActs['onChange']>[1]) {
    const asked = inTurn(() =>
      ask('PATCH', `/${link.id}`, { version: asShown(link).version, ...changes }, itself),
    )
    changing.current.set(link.id, asked)
    void asked.finally(() => {
      if (changing.current.get(link.id) === asked) changing.current.delete(link.id)
    })
  }
  function makeReady() {
    const mayBe = new Set([...ready.map(({ id }) => id), ...changing.current.keys()])
    return make(
      () => shownLinks(queryClient).filter((link) => mayBe.has(link.id) && isReady(link)),
      false,
    )
  }

  async function make(chosen: () => PastedLink[], isSure: boolean) {
    const bodyOf = () => ({
      links: chosen()
        .slice(0, MOST_LINKS)
        .map(({ id, version }) => ({ id, version })),
      day: isPlanned ? day : null,
      isSure,
    })
    const made = await act<DealsMade>('/make', bodyOf, (answer) => answer.desk)
    if (!made) return
    setLeft(Object.fromEntries(made.left.map(({ id, reason }) => [id, reason])))
    setSpoken(madeInWords(made))
    if (isPlanned && made.made.length > 0) setPlannedDay(day)
  }

  async function takeAway(some: PastedLink[]) {
    if (!(await act('/remove', () => ({ ids: some.map(({ id }) => id) }), itself))) return
    setSpoken(`${countOf(some.length, 'link')} ${some.length === 1 ? 'is' : 'are'} taken away.`)
    // What somebody has written could not be brought back by another paste.
    if (!some.some(isTyped)) setTakenAway(some)
  }

  async function bringBack(some: PastedLink[]) {
    for (let from = 0; from < some.length; from += MOST_LINKS) {
      const lines = some.slice(from, from + MOST_LINKS).map(({ url, pasted }) => url ?? pasted)
      const bodyOf = () => ({ text: lines.join('\n') })
      const pasted = await act<Pasted>('', bodyOf, (answer) => answer.desk)
      if (!pasted) return
    }
    setSpoken(`${countOf(some.length, 'link')} ${some.length === 1 ? 'is' : 'are'} back.`)
  }

  const acts: LinkActs = {
    onChange: change,
    onMake: (link, isSure) => {
      next.current = { id: nextOf(link), act: 'make' }
      void make(() => [asShown(link)], isSure)
    },
    onAgain: ({ id }) => void act(`/${id}/again`, () => ({}), itself),
    onPictures: ({ id }) => void act(`/${id}/pictures`, () => ({}), itself),
    onRemove: (link) => {
      next.current = { id: nextOf(link), act: 'remove' }
      void takeAway([link])
    },
  }
  const open = links.filter(({ state }) => state !== 'made')
  const ready = links.filter(isReady)
  const hopeless = links.filter((link) => hopelessBy(link) !== undefined)
  const isForeign = open.some(({ draft }) => (draft.currency || HOME_CURRENCY) !== HOME_CURRENCY)
  const inOrder = useOrder(links)
  /** The one below it with which something can be done, or else above. */
  function nextOf({ id }: PastedLink) {
    const all = inOrder.map(({ link }) => link)
    const at = all.findIndex((link) => link.id === id)
    const mayBe = ({ state }: PastedLink) => state === 'read' || state === 'unread'
    return (all.slice(at + 1).find(mayBe) ?? all.slice(0, at).findLast(mayBe))?.id
  }
  const said = (
    <div ref={status} role="status" tabIndex={-1} className="links-said">
      {spoken}{' '}
      {planned && (
        <Link className="link" to={editionPath(planned)} discover="none">
          {`Open the edition of ${formatShortDay(planned)}`}
        </Link>
      )}
      {takenAway.length > 0 && (
        <Button variant="tool" isBusy={isBusy} onClick={() => void bringBack(takenAway)}>
          Undo
        </Button>
      )}
    </div>
  )
  if (links.length === 0) {
    return (
      <>
        {said}
        <p className="admin-empty soft">Nothing is pasted. Each link becomes a draft here.</p>
      </>
    )
  }
  return (
    <>
      <div className="links-top">
        <div className="links-bar">
          <div className="links-progress">
            <p>{readInWords(open.length, waiting)}</p>
            <progress
              aria-label="Pages that are read"
              max={Math.max(1, open.length)}
              value={open.length - waiting}
            />
          </div>
          <label className="link-sure">
            <input
              type="checkbox"
              checked={isPlanned}
              onChange={({ target }) => setPlanned(target.checked)}
            />
            Into the edition of
          </label>
          <input
            type="date"
            className="input links-day"
            aria-label="Day of the edition"
            value={day}
            disabled={!isPlanned}
            required
            onChange={({ target }) => setDay(target.value || tomorrow)}
          />
          <Button
            variant="tool-main"
            isBusy={isBusy}
            disabled={ready.length === 0}
            onClick={() => void makeReady()}
          >
            {ready.length === 0 ? 'None is ready' : `Make ${countOf(ready.length, 'draft')}`}
          </Button>
        </div>
        {said}
        {error && (
          <p className="admin-error" role="alert">
            {error}
          </p>
        )}
      </div>
      <p className="soft links-about">
        Drafts are made of every link with a brand, a name and a price that is like no deal there
        is; by that, guessed categories are confirmed.
        {isForeign && (
          <>
            {' '}
            What is priced in another currency goes out once there is a rate for it, under{' '}
            <Link className="text-link" to={adminPaths.rates()} discover="none">
              Rates
            </Link>
            .
          </>
        )}
      </p>
      {hopeless.length > 0 && (
        <HopelessLinks
          links={hopeless}
          isBusy={isBusy}
          onTakeAway={(some) => void takeAway(some)}
        />
      )}
      <ul className="links">
        {inOrder.map(({ link, isWhole }) => (
          <LinkRow key={link.id} {...{ link, isWhole, acts, isBusy }} left={left[link.id]} />
        ))}
      </ul>
    </>
  )
}

/**
 * What asks for a person first, then what is whole and only looked over, then what waits for its shop. A row
 * stays where it first stood: nothing moves away under whoever works on it.
 */
function useOrder(links: PastedLink[]): Array<{ link: PastedLink; isWhole: boolean }> {
  const places = useRef(new Map<string, { isWhole: boolean; turn: number }>())
  for (const link of links) {
    if (link.state === 'waiting') places.current.delete(link.id)
    else if (!places.current.has(link.id)) {
      const isWhole = link.state === 'made' || isReady(link)
      places.current.set(link.id, { isWhole, turn: places.current.size })
    }
  }
  const rankOf = ({ id, state }: PastedLink) => {
    if (state === 'made') return 3
    const place = places.current.get(id)
    return place === undefined ? 2 : Number(place.isWhole)
  }
  const turnOf = ({ id }: PastedLink) => places.current.get(id)?.turn ?? 0
  return links
    .toSorted((one, other) => rankOf(one) - rankOf(other) || turnOf(one) - turnOf(other))
    .map((link) => ({ link, isWhole: places.current.get(link.id)?.isWhole ?? false }))
}

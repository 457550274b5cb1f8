import { useState } from 'react'
import { Link } from 'react-router'
import { editionPath } from '#app/admin/editions/paths.facts.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import type { DealsMade, Pasted, PastedLink, PastedLinks } from '#app/links/links.contract.ts'
import { MOST_LINKS } from '#app/links/links.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatShortDay } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { itself, useLinkCalls } from './calls.ts'
import { useFocusAfterPress } from './focus.ts'
import { HopelessLinks } from './HopelessLinks.tsx'
import { type LinkActs, LinkRow } from './LinkRow.tsx'
import { type ChosenEdition, LinksBar } from './LinksBar.tsx'
import { neighbourOf, useOrder } from './order.ts'
import { hopelessBy, isReady, isTyped, madeInWords } from './words.copy.ts'

/** The links that wait for a person, and those that deals were just made of. */
export function LinksDesk({ desk }: { desk: PastedLinks }) {
  const { links, waiting, tomorrow } = desk
  const [edition, setEdition] = useState<ChosenEdition>({ day: tomorrow, isPlanned: true })
  const [spoken, setSpoken] = useState('')
  const [left, setLeft] = useState<Record<string, string>>({})
  const [planned, setPlanned] = useState<string>()
  const [takenAway, setTakenAway] = useState<PastedLink[]>([])
  const { said, onPressed, goOnAt } = useFocusAfterPress(links)
  const calls = useLinkCalls({ onPressed, onFailed: () => setSpoken('') })
  const { isBusy, error, change, asShown, allShown, changingIds } = calls
  const inOrder = useOrder(links)
  const act: typeof calls.act = (path, bodyOf, deskOf) => {
    setTakenAway([])
    return calls.act(path, bodyOf, deskOf)
  }

  const open = links.filter(({ state }) => state !== 'made')
  const ready = links.filter(isReady)
  const hopeless = links.filter((link) => hopelessBy(link) !== undefined)
  const isForeign = open.some(({ draft }) => (draft.currency || HOME_CURRENCY) !== HOME_CURRENCY)

  /**
   * The last typed change may still be pending when the button is pressed, so readiness is checked after it
   * arrives.
   */
  function makeReady() {
    const mayBe = new Set([...ready.map(({ id }) => id), ...changingIds()])
    return make(() => allShown().filter((link) => mayBe.has(link.id) && isReady(link)), false)
  }

  async function make(chosen: () => PastedLink[], isSure: boolean) {
    const { day, isPlanned } = edition
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
    if (isPlanned && made.made.length > 0) setPlanned(day)
  }

  async function takeAway(some: PastedLink[]) {
    if (!(await act('/remove', () => ({ ids: some.map(({ id }) => id) }), itself))) return
    setSpoken(`${countOf(some.length, 'link')} ${some.length === 1 ? 'is' : 'are'} taken away.`)
    // Pasting again could not restore what somebody has typed, so there is no undo then.
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
      goOnAt({ id: neighbourOf(link, inOrder), act: 'make' })
      void make(() => [asShown(link)], isSure)
    },
    onAgain: ({ id }) => void act(`/${id}/again`, () => ({}), itself),
    onPictures: ({ id }) => void act(`/${id}/pictures`, () => ({}), itself),
    onRemove: (link) => {
      goOnAt({ id: neighbourOf(link, inOrder), act: 'remove' })
      void takeAway([link])
    },
  }

  const whatWasDone = (
    <div ref={said} role="status" tabIndex={-1} className="links-said">
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
        {whatWasDone}
        <p className="admin-empty soft">Nothing is pasted. Each link becomes a draft here.</p>
      </>
    )
  }
  return (
    <>
      <LinksBar
        open={open.length}
        waiting={waiting}
        ready={ready.length}
        edition={edition}
        onEdition={setEdition}
        tomorrow={tomorrow}
        isBusy={isBusy}
        onMake={() => void makeReady()}
      >
        {whatWasDone}
        {error && (
          <p className="admin-error" role="alert">
            {error}
          </p>
        )}
      </LinksBar>
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

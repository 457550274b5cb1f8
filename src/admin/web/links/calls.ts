import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import type { ChangeLink, PastedLink, PastedLinks } from '#app/links/links.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { readLinksAgain, showLinks, shownLinks } from './queries.ts'

type Options = {
  /** A press was answered; the links are about to be shown as they are by now. */
  onPressed: () => void
  onFailed: () => void
}

/** What a person asks of the links, one after the other. `error` says of the last why it was not done. */
export function useLinkCalls({ onPressed, onFailed }: Options) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  // Each is said of what the one before has left: whoever types on is faster than an answer.
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
      if (method === 'POST') onPressed()
      await showLinks(queryClient, deskOf(answer))
      return answer
    } catch (failure) {
      onFailed()
      setError(changeFailureText(failure))
      await readLinksAgain(queryClient)
    }
  }

  /** What a button does; undefined when it was not done. */
  async function act<T>(
    path: string,
    bodyOf: () => object,
    deskOf: (answer: T) => PastedLinks,
  ): Promise<T | undefined> {
    setBusy(true)
    const answer = await inTurn(() => ask('POST', path, bodyOf(), deskOf))
    setBusy(false)
    return answer
  }

  const asShown = (link: PastedLink) =>
    shownLinks(queryClient).find(({ id }) => id === link.id) ?? link

  const changing = useRef(new Map<string, Promise<unknown>>())
  function change(link: PastedLink, changes: Omit<ChangeLink, 'version'>) {
    const bodyOf = () => ({ version: asShown(link).version, ...changes })
    const asked = inTurn(() => ask('PATCH', `/${link.id}`, bodyOf(), itself))
    changing.current.set(link.id, asked)
    void asked.finally(() => {
      if (changing.current.get(link.id) === asked) changing.current.delete(link.id)
    })
  }

  return {
    isBusy,
    error,
    act,
    change,
    asShown,
    /** All of them, as they are shown by now. */
    allShown: () => shownLinks(queryClient),
    /** Of which links something that was typed is on its way. */
    changingIds: () => [...changing.current.keys()],
  }
}

/** For calls that answer nothing but the desk. */
export function itself(answer: PastedLinks): PastedLinks {
  return answer
}

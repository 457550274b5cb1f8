import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import type { ChangeLink, PastedLink, PastedLinks } from '#app/links/links.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { readLinksAgain, showLinks, shownLinks } from './queries.ts'

type Options = {
  /** Called when a press was answered, just before the links are updated. */
  onPressed: () => void
  onFailed: () => void
}

/** Makes calls about links one by one. `error` says why the last one failed. */
export function useLinkCalls({ onPressed, onFailed }: Options) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  // Calls are queued, because each needs the version that the previous one returned.
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

  /** Runs the call of a button; undefined if it failed. */
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
    /** Returns all links as they are shown now. */
    allShown: () => shownLinks(queryClient),
    /** Ids of the links with pending changes. */
    changingIds: () => [...changing.current.keys()],
  }
}

/** For calls that return only the desk. */
export function itself(answer: PastedLinks): PastedLinks {
  return answer
}

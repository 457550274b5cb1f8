import type { FormEvent } from 'react'
import { goTo } from '#app/web/page/PageLink.tsx'
import { loadAsking } from './asking.ts'

/** Sends a form that narrows the list to where its fields lead without scripts as well. */
export function askByForm(event: FormEvent<HTMLFormElement>): void {
  event.preventDefault()
  const form = event.currentTarget
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) fields.append(name, String(value))
  void loadAsking().then(
    ({ pathAskedBy }) => goTo(pathAskedBy(fields), { preventScrollReset: true }),
    // The server reads it as well.
    () => form.submit(),
  )
}

import type { FormEvent } from 'react'
import { goTo } from '#app/web/page/PageLink.tsx'
import { loadAsking } from './asking.ts'

/** Navigates to where the filter form leads, the same address as without scripts. */
export function askByForm(event: FormEvent<HTMLFormElement>): void {
  event.preventDefault()
  const form = event.currentTarget
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) fields.append(name, String(value))
  void loadAsking().then(
    ({ pathAskedBy }) => goTo(pathAskedBy(fields), { preventScrollReset: true }),
    // When the code cannot be loaded, the server handles the form.
    () => form.submit(),
  )
}

import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { loadAsking } from './asking.ts'

/** Sends a form that narrows the list to where its fields lead without scripts as well. */
export function useAsking(): (event: FormEvent<HTMLFormElement>) => void {
  const navigate = useNavigate()
  return (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new URLSearchParams()
    for (const [name, value] of new FormData(form)) fields.append(name, String(value))
    void loadAsking().then(
      ({ pathAskedBy }) => void navigate(pathAskedBy(fields), { preventScrollReset: true }),
      // The server reads it as well.
      () => form.submit(),
    )
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { cacheAdminSession } from './session.ts'

/** Who is there, for the audit log: kept when the field is left. */
export function AdminName({ name }: { name: string }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(name)
  const [error, setError] = useState<string>()

  async function keep(event?: FormEvent) {
    event?.preventDefault()
    if (typed.trim() === name) return
    try {
      const body = { name: typed.trim() }
      const response = await browserApi.request('PATCH', '/api/admin/session', body)
      setError(undefined)
      cacheAdminSession(queryClient, await response.json())
    } catch (failed) {
      setError((failed instanceof ApiError && failed.serverText) || 'Your name was not kept')
    }
  }

  return (
    <form className="admin-name" onSubmit={keep}>
      <label htmlFor="admin-name">as</label>
      <input
        id="admin-name"
        className="input"
        value={typed}
        maxLength={60}
        placeholder="your name"
        autoComplete="off"
        aria-describedby={error ? 'admin-name-error' : undefined}
        aria-invalid={error !== undefined || undefined}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => keep()}
      />
      {error && (
        <span id="admin-name-error" className="admin-error" role="alert">
          {error}
        </span>
      )}
    </form>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { LONGEST_ADMIN_NAME } from '#app/admin/admin.facts.ts'
import type { AdminSession } from '#app/admin/administrators/admin-session.contract.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { paths } from '#app/shared/paths.ts'
import { browserApi } from '#app/web/api/api.ts'
import { useClub } from '#app/web/site-settings.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { ADMIN_MENU } from './AdminMenu.tsx'
import { changeFailureText } from './failures.ts'
import { cacheAdminSession } from './session.ts'

export function AdminBar({ session }: { session: AdminSession }) {
  async function lock() {
    try {
      await browserApi.request('DELETE', '/api/admin/session')
      // A full page load, so that nothing of the session stays in memory.
      location.assign(adminPaths.deals())
    } catch {
      const description = 'The server could not be reached. Close the browser to be safe.'
      showToast({ title: 'The back office is not locked', description, tone: 'error' })
    }
  }

  const { name, shortName } = useClub()
  return (
    <header className="admin-bar">
      <div className="admin-wrap">
        <button type="button" className="admin-link admin-menu-button" popoverTarget={ADMIN_MENU}>
          Menu
        </button>
        <Link className="admin-mark" to={adminPaths.deals()} aria-label={`${name}, back office`}>
          {shortName}
        </Link>
        <div className="admin-who">
          {session.hasAccount ? (
            <NavLink className="admin-link" to={adminPaths.keys()} discover="none">
              {session.name}
            </NavLink>
          ) : (
            <AdminName name={session.name} />
          )}
          <button type="button" className="admin-link" onClick={lock}>
            Lock
          </button>
          <a className="admin-link" href={paths.home()}>
            Back to Homepage
          </a>
        </div>
      </div>
    </header>
  )
}

/** The name for the audit log, saved on blur. */
function AdminName({ name }: { name: string }) {
  const queryClient = useQueryClient()
  const [kept, setKept] = useState(name)
  const [typed, setTyped] = useState(name)
  // Another tab may have changed it. Remounting the field would drop the focus.
  if (kept !== name) {
    setKept(name)
    setTyped(name)
  }
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
      setError(changeFailureText(failed))
    }
  }

  return (
    <form className="admin-name" onSubmit={keep}>
      <label htmlFor="admin-name">as</label>
      <input
        id="admin-name"
        className="input"
        value={typed}
        maxLength={LONGEST_ADMIN_NAME}
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

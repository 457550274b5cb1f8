import '#app/admin/web/shell/admin.css'
import '#app/admin/web/shell/controls.css'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useRevalidator,
} from 'react-router'
import type { AdminSession } from '#app/admin/administrators/admin-session.contract.ts'
import { AdminBar } from '#app/admin/web/shell/AdminBar.tsx'
import { AdminLogin } from '#app/admin/web/shell/AdminLogin.tsx'
import { AdminMenu } from '#app/admin/web/shell/AdminMenu.tsx'
import { AdminRelogin } from '#app/admin/web/shell/AdminRelogin.tsx'
import { useAdminLive } from '#app/admin/web/shell/live.ts'
import { mayEnter, roomsFor } from '#app/admin/web/shell/rooms.rules.ts'
import {
  adminSessionQuery,
  cacheAdminSession,
  cacheClosedSession,
  loadAdminSession,
  useAdminSession,
} from '#app/admin/web/shell/session.ts'
import { useLeaveBlocker } from '#app/admin/web/shell/use-leave-warning.ts'
import { WarningsAsked } from '#app/admin/web/shell/Warnings.tsx'
import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'
import { onFailedCall } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { useFocusOnNewPage, usePageHead } from '#app/web/page/use-page-head.ts'
import { ToasterOnDemand } from '#app/web/toasts/ToasterOnDemand.tsx'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Back office',
    description: `The back office of ${club.name}.`,
  }),
}

export async function loader({ context }: LoaderFunctionArgs) {
  await loadAdminSession(context.get(queryClientContext))
  return null
}

/**
 * The layout of the back office: the login while the session is closed. After the first login, the page stays
 * mounted behind a later login, so that nothing on it is lost.
 */
export function Component() {
  const session = useAdminSession()
  const queryClient = useQueryClient()
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const { pathname } = useLocation()
  const [hasEntered, setHasEntered] = useState(session.isOpen)
  const main = useFocusOnNewPage()
  usePageHead()
  const openedAt = useRef(0)
  useLockWithServer(openedAt)
  useLeaveBlocker()
  useAdminLive(
    session.isOpen,
    useCallback(() => void queryClient.invalidateQueries(adminSessionQuery), [queryClient]),
  )

  async function enter(opened: AdminSession) {
    openedAt.current = Date.now()
    cacheAdminSession(queryClient, opened)
    // The loaders had no access before the first login.
    if (!hasEntered) await revalidate()
    setHasEntered(true)
    // Refetches the queries that failed while the session was closed.
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.error !== null,
    })
  }

  // Somebody who is invited has no keys yet, so the page needs no login.
  if (pathname === ADMIN_PAGES.invitation.path) {
    return (
      <div className="admin">
        <main id="main" ref={main} tabIndex={-1} className="admin-main">
          <Outlet />
        </main>
        <ToasterOnDemand />
      </div>
    )
  }
  if (!hasEntered) {
    return (
      <div className="admin">
        <main id="main">
          <AdminLogin onOpen={enter} />
        </main>
        <ToasterOnDemand />
      </div>
    )
  }
  return (
    <>
      <div className={session.isOpen ? 'admin' : 'admin admin-behind'}>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {state === 'loading' && <div className="progress" />}
        <AdminBar session={session} />
        <div className="admin-body">
          <AdminMenu session={session} />
          <main id="main" ref={main} tabIndex={-1} className="admin-wrap admin-main">
            {session.isOpen && !mayEnter(session, pathname) ? (
              <Elsewhere session={session} />
            ) : (
              <Outlet />
            )}
          </main>
        </div>
      </div>
      {session.isOpen && <WarningsAsked />}
      {session.isOpen ? <ToasterOnDemand /> : <AdminRelogin onOpen={enter} />}
      <ScrollRestoration />
    </>
  )
}

/** Shown on a page that the person's role may not enter, such as the widely known address. */
function Elsewhere({ session }: { session: AdminSession }) {
  const rooms = roomsFor(session)
  return (
    <div className="admin-empty">
      <h1 className="title">{session.isEmergency ? 'The emergency door' : 'Your rooms'}</h1>
      <p>
        {session.isEmergency
          ? 'It is for asking an owner in, and for nothing else.'
          : 'This one is not for your role. These are yours:'}
      </p>
      <ul className="admin-rooms">
        {rooms.map(({ label, to }) => (
          <li key={to}>
            <Link className="link" to={to} discover="none">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const LOOK_AGAIN_MS = 60_000

/** Shows the login when the server says so: in reply to any call, or when somebody returns to this tab. */
function useLockWithServer(openedAt: RefObject<number>) {
  const queryClient = useQueryClient()

  useEffect(
    () =>
      onFailedCall(({ code, askedAt }) => {
        // A call from before the last login may be refused because of the previous session.
        if (code === 'admin-required' && askedAt >= openedAt.current)
          cacheClosedSession(queryClient)
      }),
    [queryClient, openedAt],
  )

  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible') return
      void queryClient.prefetchQuery({ ...adminSessionQuery, staleTime: LOOK_AGAIN_MS })
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [queryClient])
}

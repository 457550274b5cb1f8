import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useAdminSession } from '#app/admin/web/shell/session.ts'
import { DEV_PAGES } from '#app/shared/admin-pages.ts'

const TOOLS = [
  [DEV_PAGES.subscriptionTest.path, 'Test user'],
  [DEV_PAGES.webhookTester.path, 'Webhook tester'],
  [DEV_PAGES.webhookDirect.path, 'Direct webhook'],
  [DEV_PAGES.devTest.path, 'Dev test'],
] as const

/** The frame of every developer tool. */
export function DevtoolsPage({ title, children }: { title: string; children: ReactNode }) {
  const { isOpen } = useAdminSession()
  return (
    <div className="grid grid-cols-1 gap-6 max-w-[60rem]">
      <nav aria-label="Developer tools" className="flex flex-wrap gap-x-6">
        {TOOLS.map(([path, words]) => (
          <NavLink key={path} className="admin-link" to={path}>
            {words}
          </NavLink>
        ))}
      </nav>
      <h1 className="title">{title}</h1>
      {isOpen && children}
    </div>
  )
}

import { Outlet } from 'react-router'

/** What stands around every page of the back office. */
export function Component() {
  return (
    <main id="main">
      <Outlet />
    </main>
  )
}

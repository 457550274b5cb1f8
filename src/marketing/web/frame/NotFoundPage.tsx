import { data } from 'react-router'
import type { PageHandle } from '#app/web/page/head.ts'
import { MISSING_HEAD, MissingPage } from '#app/web/page/MissingPage.tsx'

export const handle: PageHandle = { head: () => MISSING_HEAD }

export function loader() {
  return data(null, { status: 404 })
}

export function Component() {
  return <MissingPage />
}

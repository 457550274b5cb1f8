import type { Rendered } from '#app/entry.server.tsx'
import type { Club } from '#app/shared/site.ts'
import type { Send } from '#app/web/api/api.ts'
import type { Assets } from '#app/web/page/html-document.ts'
import type { SiteSettings } from '#app/web/site-settings.ts'

/** What turns an address into a page: the built renderer, or Vite's while developing. */
export type Renderer = {
  render: (
    request: Request,
    services: SiteSettings & { send: Send; isShared?: boolean },
  ) => Promise<Rendered>
  /** What is shown to whoever is turned away. */
  renderBusy: (club: Club) => Promise<BarePage> | BarePage
  renderOffline: (club: Club) => Promise<BarePage> | BarePage
  assetsFor: (sources: string[]) => Assets
  /** Address of the one script of the page for no network. */
  offlineScript: string
}

export type BarePage = Pick<Rendered & { kind: 'page' }, 'head' | 'html'>

import type { Rendered } from '#app/entry.server.tsx'
import type { Club } from '#app/shared/site.ts'
import type { Send } from '#app/web/api/api.ts'
import type { Assets } from '#app/web/page/html-document.ts'
import type { SiteSettings } from '#app/web/site-settings.ts'

/** Renders an address into a page: the built renderer, or Vite's in development. */
export type Renderer = {
  render: (
    request: Request,
    services: SiteSettings & { send: Send; isShared?: boolean },
  ) => Promise<Rendered>
  /** The page for refused visitors. */
  renderBusy: (club: Club) => Promise<BarePage> | BarePage
  renderOffline: (club: Club) => Promise<BarePage> | BarePage
  assetsFor: (sources: string[]) => Assets
  /** Address of the only script of the offline page. */
  offlineScript: string
}

export type BarePage = Pick<Rendered & { kind: 'page' }, 'head' | 'html'>

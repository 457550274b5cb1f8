import type { Head } from './head.ts'

/** Which files a page needs, as addresses. */
export type Assets = {
  styles: string[]
  scripts: string[]
  modulePreloads: string[]
  fonts: string[]
}

type DocumentParts = {
  head: Head
  siteName: string
  publicUrl: string
  html: string
  /** Undefined leaves the page without scripts. */
  state: unknown
  assets: Assets
}

/** The whole page. Nothing in it is an inline script or style: the state is an inert JSON block. */
export function htmlDocument({
  head,
  siteName,
  publicUrl,
  html,
  state,
  assets,
}: DocumentParts): string {
  const isLive = state !== undefined
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...assets.fonts.map(
      (href) =>
        `<link rel="preload" as="font" type="font/woff2" href="${escapeHtml(href)}" crossorigin>`,
    ),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    ...headTags(head, { siteName, publicUrl }),
    ...(isLive
      ? [
          ...assets.modulePreloads.map(
            (href) => `<link rel="modulepreload" href="${escapeHtml(href)}">`,
          ),
          ...assets.scripts.map(
            (src) => `<script type="module" src="${escapeHtml(src)}"></script>`,
          ),
        ]
      : []),
    '</head><body><div id="root">',
    html,
    '</div>',
    isLive ? `<script type="application/json" id="state">${inertJson(state)}</script>` : '',
    '</body></html>',
  ].join('')
}

function headTags(
  head: Head,
  { siteName, publicUrl }: { siteName: string; publicUrl: string },
): string[] {
  const title = escapeHtml(head.title)
  const description = escapeHtml(head.description)
  const canonical =
    head.canonicalPath === undefined ? undefined : escapeHtml(publicUrl + head.canonicalPath)
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    '<meta name="theme-color" content="#f7f4ee">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    head.isHidden ? '<meta name="robots" content="noindex">' : '',
    canonical
      ? `<link rel="canonical" href="${canonical}"><meta property="og:url" content="${canonical}">`
      : '',
    `<meta property="og:type" content="website"><meta property="og:site_name" content="${escapeHtml(siteName)}">`,
    `<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">`,
    head.imageUrl
      ? `<meta property="og:image" content="${escapeHtml(new URL(head.imageUrl, publicUrl).href)}">`
      : '',
  ]
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}

/** JSON that cannot end the block it stands in, whatever a name contains. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * The pictures a page wants at once, as a `Link` header: the browser starts on them before it has
 * read a line of the page. Undefined when there are none.
 */
export function preloadHeader(head: Head): string | undefined {
  const links = (head.preloads ?? []).map(
    ({ srcSet, sizes, type }) =>
      `<${srcSet.split(' ')[0]}>; rel=preload; as=image; type="${type}"; imagesrcset="${srcSet}"; imagesizes="${sizes}"`,
  )
  return links.length > 0 ? links.join(', ') : undefined
}

import type { Head } from './head.ts'

/** The addresses of the files that a page needs. */
export type Assets = {
  styles: string[]
  scripts: string[]
  /** Loaded once the page is rendered; the first of them starts it. */
  laterScripts: string[]
  fonts: string[]
}

type DocumentParts = {
  head: Head
  siteName: string
  publicUrl: string
  html: string
  /** Undefined leaves out all scripts except `script`. */
  state: unknown
  /** Address of the script of a page without state. */
  script?: string
  /** Leaves the end open: {@link personalEnd} follows it. */
  isOpen?: boolean
  assets: Assets
}

/** The complete HTML document. It has no inline scripts or styles: the state is an inert JSON block. */
export function htmlDocument({
  head,
  siteName,
  publicUrl,
  html,
  state,
  script,
  isOpen = false,
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
      ? assets.scripts.map(
          (src) => `<script type="module" fetchpriority="low" src="${escapeHtml(src)}"></script>`,
        )
      : []),
    script ? `<script type="module" src="${escapeHtml(script)}"></script>` : '',
    '</head><body><div id="root">',
    html,
    '</div>',
    isLive
      ? `<script type="application/json" id="state" data-scripts="${escapeHtml(assets.laterScripts.join(' '))}">${inertJson(state)}</script>`
      : '',
    head.structuredData
      ? `<script type="application/ld+json">${inertJson(head.structuredData(publicUrl))}</script>`
      : '',
    isOpen ? '' : END,
  ].join('')
}

const END = '</body></html>'

/** The end of a shared page: what is about the viewer, by the address of its call. */
export function personalEnd(facts: Record<string, unknown>): string {
  return `<script type="application/json" id="personal">${inertJson(facts)}</script>${END}`
}

function headTags(
  head: Head,
  { siteName, publicUrl }: { siteName: string; publicUrl: string },
): string[] {
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    '<meta name="theme-color" content="#f7f4ee">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    // Browsers look for the other icons at fixed paths: /favicon.ico, /apple-touch-icon.png.
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...(head.isHidden
      ? [
          metaTag({ name: 'description' }, head.description),
          '<meta name="robots" content="noindex">',
        ]
      : previewTags(head, { siteName, publicUrl })),
  ]
}

const SITE_IMAGE = '/share/site.jpg'

/**
 * The tags for search engines and link previews. One tag serves both where the text is the same; a preview
 * uses the canonical address.
 */
function previewTags(
  { title, description, canonicalPath, image }: Head,
  { siteName, publicUrl }: { siteName: string; publicUrl: string },
): string[] {
  return [
    canonicalPath === undefined
      ? ''
      : `<link rel="canonical" href="${escapeHtml(publicUrl + canonicalPath)}">`,
    metaTag({ name: 'description', property: 'og:description' }, description),
    metaTag({ property: 'og:type' }, 'website'),
    metaTag({ property: 'og:site_name' }, siteName),
    metaTag({ property: 'og:title' }, title),
    metaTag({ property: 'og:image' }, publicUrl + (image?.path ?? SITE_IMAGE)),
    // Pages without a picture of their own leave these out to stay small.
    ...(image
      ? [
          metaTag({ property: 'og:image:width' }, '1200'),
          metaTag({ property: 'og:image:height' }, '630'),
          metaTag({ property: 'og:image:alt' }, image.alt),
        ]
      : []),
    metaTag({ name: 'twitter:card' }, 'summary_large_image'),
  ]
}

function metaTag(names: { name?: string; property?: string }, content: string): string {
  const attributes = Object.entries({ ...names, content })
  return `<meta ${attributes.map(([key, value]) => `${key}="${escapeHtml(value)}"`).join(' ')}>`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}

/** JSON that cannot close its script element, whatever the data contains. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * The `Link` header that preloads a page's first pictures, so that the browser starts before it has read any
 * HTML; the first has high priority. Undefined if there are none.
 */
export function preloadHeader(head: Head): string | undefined {
  const links = (head.preloads ?? []).map(
    ({ srcSet, sizes, type }, index) =>
      `<${srcSet.split(' ')[0]}>; rel=preload; as=image; type="${type}"; imagesrcset="${srcSet}"; imagesizes="${sizes}"${index === 0 ? '; fetchpriority=high' : ''}`,
  )
  return links.length > 0 ? links.join(', ') : undefined
}

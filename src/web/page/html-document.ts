import type { Head } from './head.ts'

/** Which files a page needs, as addresses. */
export type Assets = {
  styles: string[]
  scripts: string[]
  /** Wanted once the page is drawn; the first of them starts it. */
  laterScripts: string[]
  fonts: string[]
}

type DocumentParts = {
  head: Head
  siteName: string
  publicUrl: string
  html: string
  /** Undefined leaves the page without scripts but for `script`. */
  state: unknown
  /** Address of what a page without state runs. */
  script?: string
  /** Without its end: {@link personalEnd} stands behind it. */
  isOpen?: boolean
  assets: Assets
}

/** The whole page. Nothing in it is an inline script or style: the state is an inert JSON block. */
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

/** The end of a page that many share: what is about whoever is looking, by the address of its call. */
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
    // The other icons are where browsers look by themselves: /favicon.ico, /apple-touch-icon.png.
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
 * What search engines and link previews show. One tag serves both where the words are the same; the
 * address of a preview is the canonical one.
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
    // Pages without a picture of their own are kept as short as they can be.
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

/** JSON that cannot end the block it stands in, whatever a name contains. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * The pictures a page wants at once, as a `Link` header: the browser starts on them before it has
 * read a line of the page, and hurries with the first. Undefined when there are none.
 */
export function preloadHeader(head: Head): string | undefined {
  const links = (head.preloads ?? []).map(
    ({ srcSet, sizes, type }, index) =>
      `<${srcSet.split(' ')[0]}>; rel=preload; as=image; type="${type}"; imagesrcset="${srcSet}"; imagesizes="${sizes}"${index === 0 ? '; fetchpriority=high' : ''}`,
  )
  return links.length > 0 ? links.join(', ') : undefined
}

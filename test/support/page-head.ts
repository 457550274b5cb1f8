const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
}

/** Reads what a page tells search engines and link previews about itself. */
export function readHead(body: string) {
  const head = body.slice(0, body.indexOf('</head>'))
  const tags = [...head.matchAll(/<(?:meta|link) [^>]*>/g)].map(([tag]) => attributesOf(tag))
  const meta = (name: string) =>
    tags.find((tag) => tag.name === name || tag.property === name)?.content
  return {
    title: plain(/<title>(.*?)<\/title>/.exec(head)?.[1] ?? ''),
    description: meta('description'),
    robots: meta('robots'),
    canonical: tags.find(({ rel }) => rel === 'canonical')?.href,
    ogTitle: meta('og:title'),
    image: meta('og:image'),
    twitterCard: meta('twitter:card'),
  }
}

/** Parses the page's schema.org data (JSON-LD). */
export function structuredDataOf(body: string) {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
  return JSON.parse(json)
}

function attributesOf(tag: string): Record<string, string> {
  const pairs = [...tag.matchAll(/([\w-]+)="([^"]*)"/g)]
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, plain(value)]))
}

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'vite'
import type { Renderer } from '#app/pages/renderer.ts'
import type { Http } from '#app/server/http/http.ts'

/** Runs Vite in this process for development: pages are compiled on request and reload on change. */
export async function serveDevSite(
  http: Http,
  { hasDevTools }: { hasDevTools: boolean },
): Promise<Renderer> {
  const vite = await createServer({
    define: { 'import.meta.env.HAS_DEV_TOOLS': String(hasDevTools) },
    server: {
      middlewareMode: true,
      ws: { host: '127.0.0.1', port: 24_678 } as never,
      host: '127.0.0.1',
    },
    configLoader: 'native',
  } as never)
  http.addHook('onClose', () => vite.close())
  http.addHook('onRequest', (request, reply, done) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    if (
      !/^\/(@|src\/|node_modules\/|favicon|icon-|apple-|manifest\.|notices\.txt|\.vite)/.test(
        pathname,
      )
    )
      return done()
    // Vite's client adds inline styles.
    reply.raw.removeHeader('content-security-policy')
    ;(vite.middlewares as (req: IncomingMessage, res: ServerResponse, next: () => void) => void)(
      request.raw,
      reply.raw,
      done,
    )
  })
  http.addHook('onSend', (_request, reply, payload, done) => {
    const policy = String(reply.getHeader('content-security-policy') ?? '')
    reply.header(
      'content-security-policy',
      policy
        .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
        .replace("connect-src 'self'", "worker-src blob:; connect-src 'self' ws:")
        // Vite's error overlay assigns markup as text, which trusted types would block.
        .replace(/; require-trusted-types-for.*$/, ''),
    )
    done(null, payload)
  })
  const load = async () => (await vite.ssrLoadModule('/src/entry.server.tsx')) as Renderer
  return {
    render: async (request, services) => (await load()).render(request, services),
    renderBusy: async (club) => (await load()).renderBusy(club),
    renderOffline: async (club) => (await load()).renderOffline(club),
    offlineScript: '/src/marketing/web/frame/when-online.ts',
    assetsFor: () => ({
      styles: ['/src/ui/site.css?direct'],
      scripts: ['/@vite/client', '/src/dev-refresh.ts', '/src/entry.browser.tsx'],
      laterScripts: [],
      fonts: [],
    }),
  }
}

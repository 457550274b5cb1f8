import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { packAll } from '#app/server/http/packed.ts'
import { htmlDocument } from '#app/web/page/html-document.ts'
import type { BarePage, Renderer } from './renderer.ts'

/** The pages that need neither React nor calls: for an overloaded server and for no network. */
export function barePages(http: Http, ctx: AppContext, renderer: Renderer): void {
  sayWhenBusy(http, ctx, renderer)
  sayWhenOffline(http, ctx, renderer)
}

/** The page for refused visitors, prepared before the server is overloaded. */
function sayWhenBusy(http: Http, ctx: AppContext, renderer: Renderer) {
  http.addHook('onReady', async () => {
    const document = bareDocument(ctx, renderer, await renderer.renderBusy(ctx.config.club))
    http.busyPage = await packAll(Buffer.from(document))
  })
}

/**
 * The page that browsers store for when there is no network: the same for everybody, with a script that only
 * waits for the network.
 */
function sayWhenOffline(http: Http, ctx: AppContext, renderer: Renderer) {
  const config = { access: 'everyone', keeping: 'everybody', requestClass: 'page' } as const
  http.get('/offline', { config, schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(
        bareDocument(ctx, renderer, {
          ...(await renderer.renderOffline(ctx.config.club)),
          script: renderer.offlineScript,
        }),
      ),
  )
}

function bareDocument(
  { config }: AppContext,
  renderer: Renderer,
  page: BarePage & { script?: string },
): string {
  return htmlDocument({
    ...page,
    state: undefined,
    siteName: config.club.name,
    publicUrl: config.http.publicUrl,
    assets: renderer.assetsFor([]),
  })
}

import fastifyMultipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { requireCsrfToken } from '#app/server/http/csrf.ts'
import type { Http } from '#app/server/http/http.ts'
import { Problem } from '#app/server/problem.ts'
import { clearAbandonedUploads, makeUploadFolder, removeUploadFolder } from './folder.ts'
import { type Form, type FormLimits, readForm } from './reading.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Forms in progress, whose folders still exist. */
    formsUnderWay: Set<Promise<unknown>>
  }
}

const MULTIPART = /^multipart\/form-data\s*;/i

/**
 * Enables multipart forms for routes of this plugin with `isUpload` in their config; all others still refuse them.
 * Removes uploads abandoned by earlier processes.
 */
export async function acceptUploads(http: Http, ctx: AppContext): Promise<void> {
  await clearAbandonedUploads(ctx.config.dataDir, ctx.now())
  await http.register(fastifyMultipart)
  http.decorate('formsUnderWay', new Set<Promise<unknown>>())
  // Forms whose client has gone have no connection for the server to wait for.
  http.addHook('onClose', async () => {
    await Promise.allSettled(http.formsUnderWay)
  })
  http.addHook('onRequest', (request, _reply, done) => {
    const isForm = MULTIPART.test(request.headers['content-type'] ?? '')
    done(
      isForm && !request.routeOptions.config.isUpload ? notAForm('Send this as JSON.') : undefined,
    )
  })
}

/**
 * Reads a multipart form and passes it to `use`; its files are in a private folder that is removed when this returns,
 * however it ends. Fields and files may come in any order. Throws 415 when it is no form, 403 without the CSRF token,
 * 413 when it is too large or has too many parts, 400 when it is malformed, truncated or has unexpected files, and 507
 * `storage-full` on a full disk.
 */
export async function withForm<T>(
  ctx: AppContext,
  request: FastifyRequest,
  limits: FormLimits,
  use: (form: Form) => Promise<T>,
): Promise<T> {
  if (!MULTIPART.test(request.headers['content-type'] ?? '')) {
    throw notAForm('Send this as a form with files.')
  }
  requireCsrfToken(ctx, request)
  const { formsUnderWay } = request.server
  const work = inUploadFolder(ctx, async (folder) => use(await readForm(request, folder, limits)))
  formsUnderWay.add(work)
  try {
    return await work
  } finally {
    formsUnderWay.delete(work)
  }
}

async function inUploadFolder<T>(ctx: AppContext, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeUploadFolder(ctx.config.dataDir)
  try {
    return await use(folder)
  } finally {
    await removeUploadFolder(folder)
  }
}

function notAForm(message: string): Problem {
  return new Problem(415, 'unsupported-media-type', message)
}

import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import { readFlag } from '#app/admin/server/uploads/form.ts'
import { MOST_SHEET_BYTES } from '#app/deals/deals.facts.ts'
import { ManagedRates, RatesTaken } from '#app/deals/prices/rates.contract.ts'
import { LONGEST_RATES_TEXT } from '#app/deals/prices/rates.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { badRequest } from '#app/server/problem.ts'
import { withForm } from '#app/server/uploads/multipart.ts'
import type { Form, FormLimits } from '#app/server/uploads/reading.ts'
import { type RatesInput, readRatesDesk, takeRatesAsAdmin } from './rates.ts'

const RATES_FORM: FormLimits = {
  maxFields: 3,
  maxFieldBytes: LONGEST_RATES_TEXT,
  files: { file: { most: 1, maxBytes: MOST_SHEET_BYTES } },
}

/** The route that takes a form with a file. */
export function ratesUploadRoutes(http: Http, ctx: AppContext) {
  http.post(
    '/api/admin/rates',
    {
      config: { ...CURATORS, isUpload: true },
      schema: {
        summary: 'Takes rates by day, as a sheet or pasted: all of them, or none with its problems',
        response: { 200: RatesTaken },
      },
    },
    async (request) => {
      const actor = await requireAdmin(ctx, request)
      return withForm(ctx, request, RATES_FORM, async (form) =>
        takeRatesAsAdmin(ctx, actor, await readRatesForm(form)),
      )
    },
  )
}

async function readRatesForm(form: Form): Promise<RatesInput> {
  const [file] = form.files('file')
  const text = form.text('text') ?? ''
  const isSure = readFlag(form, 'isSure')
  const isSheet = file !== undefined && file.sizeBytes > 0
  if (isSheet === (text.trim() !== '')) {
    throw badRequest('Paste rates, or choose a sheet with them.', { text: 'is missing' })
  }
  return {
    from: isSheet ? { fileName: file.fileName, bytes: await file.read() } : { text },
    isSure,
  }
}

export function ratesRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/rates',
    {
      config: CURATORS,
      schema: {
        summary: 'What other currencies are worth by day, and how many deals wait for a rate',
        response: { 200: ManagedRates },
      },
    },
    async () => readRatesDesk(ctx),
  )
}

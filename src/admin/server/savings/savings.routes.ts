import { OWNERS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import { badField, readChoices, readFlag } from '#app/admin/server/uploads/form.ts'
import { MOST_SHEET_BYTES } from '#app/deals/deals.facts.ts'
import { LONGEST_NETWORK } from '#app/deals/registry.facts.ts'
import {
  DecideSaving,
  LedgerRowParams,
  NetworkReportOutcome,
  NetworkReportParams,
  NetworkReportUndone,
  SavingsDesk,
} from '#app/savings/savings-desk.contract.ts'
import { readSavingsDesk } from '#app/savings/server/desk.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { withForm } from '#app/server/uploads/multipart.ts'
import type { Form, FormLimits } from '#app/server/uploads/reading.ts'
import { decideSavingAsAdmin, takeReportAsAdmin, undoReportAsAdmin } from './savings.ts'

const REPORT_FORM: FormLimits = {
  maxFields: 5,
  // Room for a choice about every column.
  maxFieldBytes: 16 * 1024,
  files: { file: { most: 1, maxBytes: MOST_SHEET_BYTES } },
}

/** The route that takes a form with a file. */
export function networkReportUploadRoutes(http: Http, ctx: AppContext) {
  http.post(
    '/api/admin/network-reports',
    {
      config: { ...OWNERS, isUpload: true },
      schema: {
        summary: 'Takes a network’s report of purchases, or tries it with `dryRun`',
        response: { 200: NetworkReportOutcome },
      },
    },
    async (request) => {
      const actor = await requireAdmin(ctx, request)
      return withForm(ctx, request, REPORT_FORM, async (form) =>
        takeReportAsAdmin(ctx, actor, await readSheetForm(form)),
      )
    },
  )
}

async function readSheetForm(form: Form) {
  const [file] = form.files('file')
  if (!file) throw badField('file', 'is missing')
  const network = (form.text('network') ?? '').trim()
  if (network === '' || network.length > LONGEST_NETWORK) {
    throw badField('network', `must be a name of at most ${LONGEST_NETWORK} characters`)
  }
  const { sheet, headingRow, columns } = readChoices(form)
  return {
    fileName: file.fileName,
    bytes: await file.read(),
    network,
    choices: {
      ...(sheet !== undefined && { sheet }),
      ...(headingRow !== undefined && { headingRow }),
      ...(columns !== undefined && { columns }),
    },
    isDryRun: readFlag(form, 'dryRun'),
    skipsBad: readFlag(form, 'skipBad'),
  }
}

export function savingsDeskRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/savings',
    {
      config: OWNERS,
      schema: {
        summary:
          'Networks’ reports, the savings that wait for a person, and what purchases brought',
        response: { 200: SavingsDesk },
      },
    },
    async () => readSavingsDesk(ctx),
  )

  http.post(
    '/api/admin/network-reports/:reportId/undo',
    {
      config: OWNERS,
      schema: {
        summary: 'Takes a network’s report back: every trip of it is as if it had not come',
        params: NetworkReportParams,
        response: { 200: NetworkReportUndone },
      },
    },
    async (request) =>
      undoReportAsAdmin(ctx, await requireAdmin(ctx, request), request.params.reportId),
  )

  http.put(
    '/api/admin/savings/:rowId',
    {
      config: OWNERS,
      schema: {
        summary: 'Decides a saving that waits for a person',
        params: LedgerRowParams,
        body: DecideSaving,
        response: { 200: SavingsDesk },
      },
    },
    async (request) =>
      decideSavingAsAdmin(ctx, await requireAdmin(ctx, request), {
        rowId: request.params.rowId,
        wish: request.body,
      }),
  )
}

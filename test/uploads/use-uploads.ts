import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll } from 'vitest'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { makeCsv } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS } from '#test/sheets/use-imports.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { multipart } from '#test/support/multipart.ts'
import type { TestApp } from '#test/support/test-app.ts'

export type Fields = Record<string, string | string[]>
export type Files = NonNullable<Parameters<typeof multipart>[1]>
export type Form = ReturnType<typeof multipart>

/** A call that takes a form with files. */
export type Upload = {
  name: string
  method: 'POST' | 'PUT'
  /** Of a deal that is there, where the call is about one. */
  url: () => string
  fields: Fields
  files: Files
}

const picture = await twoHalves(420, 300).jpeg().toBuffer()
const sheet = makeCsv([HEADINGS, coat(1), coat(2)])
const image = { field: 'images', fileName: 'coat.jpg', bytes: picture }

let dealUrl = ''

/** Every call that takes a form with files, each with a form that it would take. */
export const UPLOADS: Upload[] = [
  {
    name: 'a bulk upload',
    method: 'POST',
    url: () => '/api/deals/bulk-upload',
    fields: {},
    files: [{ field: 'file', fileName: 'deals.csv', bytes: sheet }],
  },
  {
    name: 'a sheet to be annotated',
    method: 'POST',
    url: () => '/api/admin/imports/annotated',
    fields: {},
    files: [{ field: 'file', fileName: 'deals.csv', bytes: sheet }],
  },
  {
    name: 'pictures',
    method: 'POST',
    url: () => '/api/admin/pictures',
    fields: {},
    files: [image],
  },
  {
    name: 'a new deal',
    method: 'POST',
    url: () => '/api/deals',
    fields: { buyUrl: 'https://shop.example/new' },
    files: [image],
  },
  {
    name: 'an edited deal',
    method: 'PUT',
    url: () => dealUrl,
    fields: { productName: 'Other coat' },
    files: [image],
  },
]

/** The back office, open, with one deal in it; and what is stored, to see that nothing was. */
export function useUploads(app: TestApp) {
  let admin: AdminClient
  beforeAll(async () => {
    admin = await openAdminClient(app)
    dealUrl = `/api/deals/${(await admin.enter({ productName: 'Coat' })).id}`
  })

  const rowsOf = async (table: 'deals' | 'pictures' | 'dealPictures' | 'imports') =>
    app.db.selectFrom(table).selectAll().execute()

  return {
    admin: () => admin,
    formOf: ({ fields, files }: Pick<Upload, 'fields' | 'files'>) => multipart(fields, files),
    send: (upload: Pick<Upload, 'method' | 'url'>, form: Form): Promise<LightMyRequestResponse> =>
      admin.ask({
        method: upload.method,
        url: upload.url(),
        payload: form.payload,
        headers: { ...form.headers, ...admin.csrf },
      }),
    /** Folders of uploads that are going on, or were left behind. */
    leftovers: () => {
      const uploads = path.join(app.ctx.config.dataDir, 'uploads')
      return existsSync(uploads) ? readdirSync(uploads) : []
    },
    pictureFiles,
    /** All that an upload can change. */
    stored: async () => ({
      deals: await rowsOf('deals'),
      dealPictures: await rowsOf('dealPictures'),
      imports: await rowsOf('imports'),
      pictures: await rowsOf('pictures'),
      audit: (await app.db.selectFrom('auditEntries').select('id').execute()).length,
      files: pictureFiles().sort(),
    }),
  }

  /** Where pictures are kept: files and folders, by name. */
  function pictureFiles(): string[] {
    const below = path.join(app.ctx.config.dataDir, 'pictures')
    return existsSync(below) ? (readdirSync(below, { recursive: true }) as string[]) : []
  }
}

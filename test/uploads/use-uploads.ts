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

/** A request that takes a form with files. */
export type Upload = {
  name: string
  method: 'POST' | 'PUT'
  /** The address; that of an existing deal, where the request is about one. */
  url: () => string
  fields: Fields
  files: Files
}

const picture = await twoHalves(420, 300).jpeg().toBuffer()
const sheet = makeCsv([HEADINGS, coat(1), coat(2)])
const image = { field: 'images', fileName: 'coat.jpg', bytes: picture }

let dealUrl = ''

/** Every request that takes a form with files, each with a valid form. */
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

/** A signed-in back office with one deal, and the stored state, to see that nothing was added. */
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
    /** Returns the folders of uploads that are in progress or were left behind. */
    leftovers: () => {
      const uploads = path.join(app.ctx.config.dataDir, 'uploads')
      return existsSync(uploads) ? readdirSync(uploads) : []
    },
    pictureFiles,
    /** Returns everything that an upload can change. */
    stored: async () => ({
      deals: await rowsOf('deals'),
      dealPictures: await rowsOf('dealPictures'),
      imports: await rowsOf('imports'),
      pictures: await rowsOf('pictures'),
      audit: (await app.db.selectFrom('auditEntries').select('id').execute()).length,
      files: pictureFiles().sort(),
    }),
  }

  /** Returns the files and folders of the stored pictures, by name. */
  function pictureFiles(): string[] {
    const below = path.join(app.ctx.config.dataDir, 'pictures')
    return existsSync(below) ? (readdirSync(below, { recursive: true }) as string[]) : []
  }
}

import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import {
  type DealChange,
  type DealTexts,
  type FieldFaults,
  MOST_MORE_PICTURES,
  readDealForm,
} from './editing.rules.ts'
import { refuseFaults } from './rows.ts'

type FormFile = { fileName: string; read: () => Promise<Buffer> }
/** A form as it was sent: its texts, and files among which `images` are further pictures. */
export type DealForm = DealTexts & { files: (name: string) => FormFile[] }

/**
 * What a form wants of a deal, with its pictures stored. Comes before the transaction: pictures take
 * long, and one that is stored and then not used does no harm. Throws 422 `invalid-deal`.
 */
export async function prepareChange(
  ctx: Pick<AppContext, 'db' | 'storage' | 'config'>,
  form: DealForm,
  { isNew }: { isNew: boolean },
): Promise<DealChange> {
  const { http, pictures } = ctx.config
  const pictureOrigins = [http.publicUrl, pictures.cdnUrl].filter((origin) => origin !== undefined)
  const { change, faults } = readDealForm(form, { isNew, pictureOrigins })
  const files = form.files('images')
  const count = files.length + (change.pictureIds?.length ?? 0)
  if (count > MOST_MORE_PICTURES) {
    const name = change.pictureIds ? 'imageKeys' : 'images'
    faults[name] = `A deal has at most ${MOST_MORE_PICTURES} further pictures.`
  }
  refuseFaults(faults)
  if (files.length === 0) return change
  const ids = new Set(change.pictureIds)
  for (const file of files) ids.add(await storeFile(ctx, file, faults))
  refuseFaults(faults)
  return { ...change, pictureIds: [...ids] }
}

async function storeFile(
  ctx: Pick<AppContext, 'db' | 'storage'>,
  file: FormFile,
  faults: FieldFaults,
): Promise<string> {
  try {
    return (await storePicture(ctx, await file.read())).id
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    faults.images ??= `${file.fileName.slice(0, 100)}: ${error.message}`
    return ''
  }
}

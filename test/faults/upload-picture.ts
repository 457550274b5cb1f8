import { twoHalves } from '#test/pictures/sample-pictures.ts'
import type { BackOffice } from '#test/uploads/back-office.ts'

let uploads = 0

/** Makes a different picture each time: one that is stored already would not be stored again. */
export async function uploadPicture(
  office: BackOffice,
): Promise<{ status: number; error: string }> {
  uploads += 1
  const bytes = await twoHalves(420 + uploads, 300)
    .jpeg()
    .toBuffer()
  const files = [{ field: 'images', fileName: 'coat.jpg', bytes }]
  const answer = await office.send('/api/admin/pictures', {}, files)
  const { error } = (await answer.json()) as { error?: string }
  return { status: answer.status, error: String(error) }
}

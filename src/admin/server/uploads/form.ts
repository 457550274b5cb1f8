import { z } from 'zod'
import { readSeenWarnings } from '#app/admin/server/warned.ts'
import { MOST_ARCHIVE_BYTES, MOST_SHEET_BYTES } from '#app/deals/deals.facts.ts'
import { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import type { ImportInput } from '#app/deals/server/import/import.ts'
import { composePictures } from '#app/deals/server/import/pictures.ts'
import type { AppContext } from '#app/server/context.ts'
import { badRequest } from '#app/server/problem.ts'
import type { Form, FormLimits } from '#app/server/uploads/reading.ts'
import { MB } from '#app/shared/counts.ts'

export const SHEET_FORM: FormLimits = {
  maxFields: 8,
  // Room for the name and key of a picture for every row of the longest sheet.
  maxFieldBytes: 2 * MB,
  files: {
    file: { most: 1, maxBytes: MOST_SHEET_BYTES },
    pictures: { most: 1, maxBytes: MOST_ARCHIVE_BYTES },
  },
}

export type SheetForm = Pick<
  ImportInput,
  'fileName' | 'bytes' | 'isDryRun' | 'publishAll' | 'readPicture'
> & {
  /** The keys of warnings that a person has confirmed. */
  seenWarnings: string[]
  choices: SheetChoices
  /** Stamp of the changes to deals that a person has confirmed. */
  seenUpdates: string | undefined
}

const PictureKeys = z.record(z.string(), z.string())

/** Calls `use` with the sheet and pictures of a form. Throws 400, and 422 `bad-archive`. */
export async function withSheet<T>(
  ctx: AppContext,
  form: Form,
  use: (sheet: SheetForm) => Promise<T>,
): Promise<T> {
  const [file] = form.files('file')
  if (!file) throw badField('file', 'is missing')
  const options = {
    isDryRun: readFlag(form, 'dryRun'),
    publishAll: readFlag(form, 'publishAll'),
    choices: readChoices(form),
    seenWarnings: readSeenWarnings(form.text('seenWarnings')),
    seenUpdates: form.text('seenUpdates'),
  }
  const { readPicture, close } = await composePictures(ctx, {
    keys: readKeys(form),
    archivePath: form.files('pictures')[0]?.path,
  })
  try {
    const bytes = await file.read()
    return await use({ fileName: file.fileName, bytes, readPicture, ...options })
  } finally {
    await close()
  }
}

/** Reads a flag: `true` or `false`, by default false. Throws 400 for anything else. */
export function readFlag(form: Form, name: string): boolean {
  const text = form.text(name) ?? ''
  if (!['', 'true', 'false'].includes(text)) throw badField(name, 'is neither true nor false')
  return text === 'true'
}

/** Reads the choices that a person made about the sheet. */
export function readChoices(form: Form): SheetChoices {
  try {
    return SheetChoices.parse(JSON.parse(form.text('choices') || '{}'))
  } catch {
    throw badField('choices', 'is not what may be said of a sheet')
  }
}

function readKeys(form: Form): Map<string, string> {
  try {
    const keys: unknown = JSON.parse(form.text('pictureKeys') || '{}')
    return new Map(Object.entries(PictureKeys.parse(keys)))
  } catch {
    throw badField('pictureKeys', 'is not a list of names with their keys')
  }
}

/** Makes the problem for a wrong field of a form. */
export function badField(field: string, reason: string) {
  return badRequest(`${field}: ${reason}`, { [field]: reason })
}

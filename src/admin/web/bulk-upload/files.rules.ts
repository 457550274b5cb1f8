import {
  MOST_ARCHIVE_BYTES,
  MOST_PICTURE_BYTES,
  MOST_SHEET_BYTES,
  PICTURE_ENDINGS,
  SHEET_ENDINGS,
} from '#app/deals/deals.facts.ts'
import { formatMegabytes } from '#app/shared/counts.ts'

type Named = { name: string; size: number }
export type RefusedFile = { name: string; reason: string }
export type SortedFiles<F> = {
  sheet: F | undefined
  zip: F | undefined
  pictures: F[]
  /** With a reason that continues a sentence which begins with the name. */
  refused: RefusedFile[]
}

/** What was dropped or chosen, told apart by name: a sheet, a zip of pictures, pictures. */
export function sortFiles<F extends Named>(files: F[]): SortedFiles<F> {
  const sorted: SortedFiles<F> = { sheet: undefined, zip: undefined, pictures: [], refused: [] }
  for (const file of files) {
    const reason = refuse(file, sorted)
    if (reason) sorted.refused.push({ name: file.name, reason })
    else if (isSheet(file)) sorted.sheet = file
    else if (isZip(file)) sorted.zip = file
    else sorted.pictures.push(file)
  }
  return sorted
}

function refuse(file: Named, { sheet, zip }: SortedFiles<unknown>): string | undefined {
  if (!isSheet(file) && !isZip(file) && !isPicture(file)) {
    return 'is neither a sheet (.xlsx, .xls, .csv) nor a picture (.jpg, .png, .webp) nor a zip'
  }
  if (file.size === 0) return 'is empty'
  if (isSheet(file)) {
    if (sheet) return 'is a second sheet; sheets are uploaded one at a time'
    if (file.size > MOST_SHEET_BYTES)
      return `is larger than ${formatMegabytes(MOST_SHEET_BYTES)}; split it into two sheets`
  } else if (isZip(file)) {
    if (zip) return 'is a second zip; put all pictures into one'
    if (file.size > MOST_ARCHIVE_BYTES)
      return `is larger than ${formatMegabytes(MOST_ARCHIVE_BYTES)}; send its pictures by themselves`
  } else if (file.size > MOST_PICTURE_BYTES)
    return `is larger than ${formatMegabytes(MOST_PICTURE_BYTES)}`
  return undefined
}

function isSheet({ name }: Named) {
  return hasEnding(name, SHEET_ENDINGS)
}

function isZip({ name }: Named) {
  return hasEnding(name, ['.zip'])
}

function isPicture({ name }: Named) {
  return hasEnding(name, PICTURE_ENDINGS)
}

function hasEnding(name: string, endings: string[]) {
  return endings.some((ending) => name.toLowerCase().endsWith(ending))
}

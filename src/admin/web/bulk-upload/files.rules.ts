import {
  MOST_ARCHIVE_BYTES,
  MOST_PICTURE_BYTES,
  MOST_SHEET_BYTES,
  PICTURE_ENDINGS,
  SHEET_ENDINGS,
} from '#app/deals/deals.facts.ts'
import { MB } from '#app/shared/counts.ts'

type Named = { name: string; size: number }

/** Largest sheet kept in the tab's storage; larger ones go to file storage, where the browser has it. */
export const MOST_KEPT_BYTES = 3 * MB

export type FileFault =
  | 'not-taken'
  | 'other-sheet'
  | 'empty'
  | 'second-sheet'
  | 'second-zip'
  | 'large-sheet'
  | 'large-zip'
  | 'large-picture'
  | 'unreadable'
  | 'not-kept'
  | 'namesakes'
export type RefusedFile = { name: string; fault: FileFault }
type SortedFiles<F> = {
  sheet: F | undefined
  zip: F | undefined
  pictures: F[]
  refused: RefusedFile[]
}

/** Sorts dropped or chosen files by name: a sheet, a zip of pictures, pictures. */
export function sortFiles<F extends Named>(files: F[]): SortedFiles<F> {
  const sorted: SortedFiles<F> = { sheet: undefined, zip: undefined, pictures: [], refused: [] }
  for (const file of files) {
    const fault = findFault(file, sorted)
    if (fault) sorted.refused.push({ name: file.name, fault })
    else if (isSheet(file)) sorted.sheet = file
    else if (isZip(file)) sorted.zip = file
    else sorted.pictures.push(file)
  }
  return withoutNamesakes(sorted)
}

/** Refuses pictures of equal names, as in a zip: which one the sheet means is ambiguous. */
function withoutNamesakes<F extends Named>(sorted: SortedFiles<F>): SortedFiles<F> {
  const byName = [...Map.groupBy(sorted.pictures, ({ name }) => foldFileName(name)).values()]
  const refused = byName.flatMap(([file, another]) =>
    file && another ? { name: file.name, fault: 'namesakes' as const } : [],
  )
  return {
    ...sorted,
    pictures: byName.flatMap((files) => (files.length === 1 ? files : [])),
    refused: [...sorted.refused, ...refused],
  }
}

/** Normalizes a file name: sheets name pictures in any case. */
export function foldFileName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function findFault(file: Named, { sheet, zip }: SortedFiles<unknown>): FileFault | undefined {
  if (hasEnding(file.name, OTHER_SHEETS)) return 'other-sheet'
  if (!isSheet(file) && !isZip(file) && !isPicture(file)) return 'not-taken'
  if (file.size === 0) return 'empty'
  if (isSheet(file)) {
    if (sheet) return 'second-sheet'
    return file.size > MOST_SHEET_BYTES ? 'large-sheet' : undefined
  }
  if (isZip(file)) {
    if (zip) return 'second-zip'
    return file.size > MOST_ARCHIVE_BYTES ? 'large-zip' : undefined
  }
  return file.size > MOST_PICTURE_BYTES ? 'large-picture' : undefined
}

/** Sheet formats that are not read, but whose programs can also save a format that is. */
const OTHER_SHEETS = ['.ods', '.numbers', '.xlsm', '.xlsb', '.tsv']

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

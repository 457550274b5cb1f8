import { expect, test } from 'vitest'
import { FORM_FIELDS } from '#app/deals/editing/form-fields.facts.ts'
import { SHEET_COLUMNS } from '#app/deals/server/import/columns.facts.ts'

/** The form has one field of pictures for these. */
const PICTURES = ['cardPicture', 'morePictures']

test('the form of a deal has every field that a sheet has', () => {
  const missing = Object.keys(SHEET_COLUMNS).filter(
    (field) => !Object.hasOwn(FORM_FIELDS, field) && !PICTURES.includes(field),
  )
  expect(missing).toEqual([])
})

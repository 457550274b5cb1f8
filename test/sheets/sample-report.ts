import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'

/** Returns the report of a dry run, empty except for the given changes. */
export const reportOf = (changes: Partial<BulkUploadReport>): BulkUploadReport => ({
  isDryRun: true,
  isCommitted: false,
  importId: null,
  fileName: 'spring.xlsx',
  rowCount: 0,
  createdCount: 0,
  publishedCount: 0,
  updatedCount: 0,
  unchangedCount: 0,
  updates: [],
  updateStamp: null,
  problems: [],
  duplicates: [],
  notes: [],
  warnings: [],
  sheet: {
    ...{ name: null, names: [], headingRow: 1, columns: [], fields: [], offers: [] },
    ...{ hiddenRows: 0, withoutRows: 0, mendedCells: 0, missingPictures: 0 },
  },
  rows: [],
  pictures: {},
  ...changes,
})

import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'

/** What is answered to a sheet that was tried, with nothing in it but what is named. */
export const reportOf = (changes: Partial<BulkUploadReport>): BulkUploadReport => ({
  isDryRun: true,
  isCommitted: false,
  importId: null,
  fileName: 'spring.xlsx',
  rowCount: 0,
  createdCount: 0,
  publishedCount: 0,
  problems: [],
  duplicates: [],
  notes: [],
  rows: [],
  pictures: {},
  ...changes,
})

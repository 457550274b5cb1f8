import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'

/** What the setup check covers, in the order in which it is shown. */
export const SETUP_PARTS = [
  'payment-key',
  'webhook',
  'prices',
  'portal',
  'mail',
  'storage',
  'backup',
  'clock',
  'company',
  'jobs',
] as const
export type SetupPart = (typeof SETUP_PARTS)[number]

/** Fine; worth knowing; or something has to be done. */
export const SETUP_STATES = ['good', 'note', 'bad'] as const
export type SetupState = (typeof SETUP_STATES)[number]

export const setupPath = () => ADMIN_PAGES.setup.path

import type { AdminSession } from './admin-session.contract.ts'

/** As it is for whoever has not opened the back office. */
export const CLOSED_ADMIN_SESSION: AdminSession = {
  isOpen: false,
  name: '',
  label: '',
  endsAt: null,
  role: 'analyst',
  hasAccount: false,
  isEmergency: false,
  hasDevTools: false,
  door: 'password',
}

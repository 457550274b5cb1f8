import type { AdminSession } from './admin-session.contract.ts'

/** The session of a browser that has not opened the back office. */
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

import { LiveRepeated } from './LiveRepeated.tsx'

/** What stands on one page after the other. The server draws it once, and keeps it. */
export const Repeated = import.meta.env.SSR
  ? (await import('./DrawnRepeated.tsx')).DrawnRepeated
  : LiveRepeated

import { LiveRepeated } from './LiveRepeated.tsx'

/** Content that many pages repeat. The server caches its HTML. */
export const Repeated = import.meta.env.SSR
  ? (await import('./DrawnRepeated.tsx')).DrawnRepeated
  : LiveRepeated

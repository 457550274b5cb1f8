import type { Store } from './store.ts'

/** What the provider does automatically at a due time. */
export type Work =
  | 'checkout.expire'
  | 'subscription.turn'
  | 'subscription.trial-will-end'
  | 'subscription.drop-pending-change'
  | 'invoice.collect'
  | 'refund.fail'

export type DueRow = { id: number; at: number; work: Work; ref: string }

/** The schedule of due work, with at most one entry per kind and object. */
export type Due = ReturnType<typeof openDue>

export function openDue(store: Store) {
  return {
    set(work: Work, ref: string, at: number): void {
      store.run(
        `insert into due (at, work, ref) values (?, ?, ?)
         on conflict (work, ref) do update set at = excluded.at`,
        at,
        work,
        ref,
      )
    },
    clear(work: Work, ref: string): void {
      store.run('delete from due where work = ? and ref = ?', work, ref)
    },
    /** The earliest due entry up to a moment. */
    next(until: number): DueRow | undefined {
      return store.one<DueRow>('select * from due where at <= ? order by at, id limit 1', until)
    },
    /** The time of the first entry due after a moment. */
    firstAfter(moment: number): number | undefined {
      const row = store.one<{ at: number | null }>(
        'select min(at) as at from due where at > ?',
        moment,
      )
      return row?.at ?? undefined
    },
    /** Removes a due entry; false if another process has taken it. */
    take(id: number): boolean {
      return store.run('delete from due where id = ?', id).changes === 1
    },
  }
}

import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { clockInToronto } from '#app/admin/web/shell/times.rules.ts'

/** When and by whom. */
export function ActorAndTime({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <time className="audit-time" dateTime={entry.happenedAt}>
        {clockInToronto(entry.happenedAt)}
      </time>
      <p className="audit-who">
        {entry.actorName} <span className="soft">{entry.actorSession}</span>
      </p>
    </>
  )
}

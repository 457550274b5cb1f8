import { Link } from 'react-router'
import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { paths } from '#app/shared/paths.ts'

/** What it was done to, as it was called then; a link where there is somewhere to go. */
export function Subject({ entry }: { entry: AuditEntry }) {
  const { subjectKind, subjectId, subjectLabel } = entry
  const label = subjectLabel.trim() || 'a draft without a name'
  if (subjectKind === 'session') return null
  const to = addressOf(subjectKind, encodeURIComponent(subjectId))
  if (!to) return <span className="audit-subject">{label}</span>
  return (
    <Link className="link audit-subject" to={to}>
      {label}
    </Link>
  )
}

function addressOf(kind: AuditEntry['subjectKind'], id: string): string | undefined {
  if (kind === 'deal') return `${paths.admin()}?ids=${id}#manage-deals`
  if (kind === 'import') return `${paths.admin()}?importId=${id}#manage-deals`
  return undefined
}

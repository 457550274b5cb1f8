import type { AuditEntry } from '#app/admin/audit.contract.ts'

/** What was there before, and what after. */
export function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  // What came into being or went for good has one side only.
  const hasBefore = changes.some(({ before }) => before !== null)
  const hasAfter = changes.some(({ after }) => after !== null)
  return (
    <table className="audit-changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          {hasBefore && <th scope="col">Before</th>}
          {hasAfter && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            {hasBefore && <td>{before ?? <span className="soft">none</span>}</td>}
            {hasAfter && <td>{after ?? <span className="soft">none</span>}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

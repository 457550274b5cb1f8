import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import type { SavingsDesk } from '#app/savings/savings-desk.contract.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { refreshSavingsDesk } from './queries.ts'

/** The newest reports, each with a button to undo it. */
export function Reports({ reports }: Pick<SavingsDesk, 'reports'>) {
  const queryClient = useQueryClient()
  const [busyId, setBusyId] = useState<string>()

  async function undo(id: string) {
    setBusyId(id)
    try {
      await browserApi.request('POST', `${ADMIN_CALLS.networkReports}/${id}/undo`)
    } catch (error) {
      showToast(changeFailureToast(error))
    }
    await refreshSavingsDesk(queryClient)
    setBusyId(undefined)
  }

  return (
    <section className="panel" aria-labelledby="reports">
      <h2 id="reports" className="panel-title">
        Reports that were taken
      </h2>
      {reports.length === 0 ? (
        <p className="soft">None yet.</p>
      ) : (
        <div className="table-room">
          <table className="table savings-reports">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Network</th>
                <th scope="col">Sheet</th>
                <th scope="col">By</th>
                <th scope="col" className="figure">
                  Rows
                </th>
                <th scope="col" className="figure">
                  New
                </th>
                <th scope="col">
                  <span className="sr">To do</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {reports.map((report) => (
                <tr key={report.id}>
                  <td>{formatMoment(report.createdAt)}</td>
                  <td>{report.network}</td>
                  <td>{report.fileName}</td>
                  <td>{report.actorName}</td>
                  <td className="figure">{formatCount(report.rowCount)}</td>
                  <td className="figure">{formatCount(report.newCount)}</td>
                  <td>
                    {report.undoneAt ? (
                      <span className="soft">{`Taken back by ${report.undoneBy ?? 'somebody'}`}</span>
                    ) : (
                      <Button
                        variant="tool-bare"
                        isBusy={busyId === report.id}
                        onClick={() => undo(report.id)}
                      >
                        Take back<span className="sr">{` ${report.fileName}`}</span>
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

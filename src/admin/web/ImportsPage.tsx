import { adminPaths } from '#app/admin/paths.facts.ts'
import { uploadPath } from '#app/admin/sourcing-paths.facts.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import '#app/admin/web/bulk-upload/imports.css'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import type { ImportHistory } from '#app/admin/bulk-upload.contract.ts'
import { ImportRow } from '#app/admin/web/bulk-upload/ImportRow.tsx'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

const historyQuery = queryOf(ADMIN_CALLS.imports, OF_ADMIN_DEALS)

export const handle = backOfficePage('Imports')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  // Always refetched, since somebody else may have imported something.
  if (isOpen) await queryClient.prefetchQuery({ ...historyQuery, staleTime: 0 })
  return null
}

/** The uploads, what is left of each, and how to undo them. */
export function Component() {
  const { data: history } = useQuery<ImportHistory>(historyQuery)
  return (
    <>
      <h1 className="title admin-title">Imports</h1>
      {history && history.imports.length > 0 && (
        <p className="imports-way">
          <Link className="tool" to={uploadPath()} discover="none">
            Upload a sheet
          </Link>
        </p>
      )}
      {!history && <NotRead href={adminPaths.imports()}>The uploads could not be read.</NotRead>}
      {history && (history.imports.length > 0 ? <History {...history} /> : <NoImports />)}
    </>
  )
}

function History({ imports }: ImportHistory) {
  return (
    <div className="table-room">
      <table className="table imports">
        <caption className="sr">Uploads, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">Sheet</th>
            <th scope="col" className="figure imports-count">
              Rows
            </th>
            <th scope="col" className="figure imports-count">
              Created
            </th>
            <th scope="col" className="figure imports-count">
              Updated
            </th>
            <th scope="col" className="figure imports-count">
              Already there
            </th>
            <th scope="col" className="figure imports-count">
              Wrong
            </th>
            <th scope="col" className="imports-left">
              What is left of it
            </th>
            <th scope="col">
              <span className="sr">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {imports.map((record) => (
            <ImportRow key={record.id} record={record} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function NoImports() {
  return (
    <div className="admin-empty">
      <h2>Nothing has been uploaded yet</h2>
      <p className="soft">
        Every sheet stands here once it has been uploaded: what it brought, what is left of it, and
        the way to take it back.
      </p>
      <Link className="tool" to={uploadPath()} discover="none">
        Upload a sheet
      </Link>
    </div>
  )
}

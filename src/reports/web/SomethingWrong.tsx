import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import type { Deal } from '#app/deals/deals.contract.ts'
import { paths } from '#app/shared/paths.ts'
import type { ReportDialogProps } from './ReportDialog.tsx'

/**
 * 'Something wrong?': opens a dialog over the page; before scripts have loaded, links to a page with the same
 * form.
 */
export function SomethingWrong({ deal, isPlain = false }: { deal: Deal; isPlain?: boolean }) {
  const [Dialog, setDialog] = useState<ComponentType<ReportDialogProps>>()
  const [isOpen, setIsOpen] = useState(false)
  const page = paths.report(deal.id)

  function open() {
    import('./ReportDialog.tsx').then(
      ({ ReportDialog }) => {
        setDialog(() => ReportDialog)
        setIsOpen(true)
      },
      () => location.assign(page),
    )
  }

  return (
    <>
      <Link
        to={page}
        className="link text-sm"
        discover="none"
        onClick={(event) => {
          if (isPlain || event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          open()
        }}
      >
        Something wrong?
      </Link>
      {isOpen && Dialog && <Dialog deal={deal} onClose={() => setIsOpen(false)} />}
    </>
  )
}

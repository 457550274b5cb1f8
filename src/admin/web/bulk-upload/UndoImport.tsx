import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ImportUndone } from '#app/admin/bulk-upload.contract.ts'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog, OpensDialog } from '#app/ui/Dialog.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { importApi } from './import-api.ts'
import { type Touched, touchedInWords } from './words.copy.ts'

type Props = {
  label: string
  importId: string
  fileName: string
  /** The deals that undoing would delete. */
  touched: Touched
  onUndone: (undone: ImportUndone) => void
  /** Called after a failure, once data is refetched: the act may have succeeded in spite of it. */
  onFailed?: () => void
}

/** Undoes a whole upload, after listing which deals that deletes. */
export function UndoImport({ label, importId, fileName, touched, onUndone, onFailed }: Props) {
  const id = useId()
  const isHydrated = useHydrated()
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>()

  async function undo() {
    setIsBusy(true)
    try {
      const undone = await importApi.undo(importId)
      if (!undone) return
      onUndone(undone)
      await refreshDeals(queryClient)
    } catch (failure) {
      showToast(changeFailureToast(failure))
      setFailed(failure)
      await refreshDeals(queryClient)
      onFailed?.()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <OpensDialog className="tool" dialogId={id} isHydrated={isHydrated}>
        {label}
      </OpensDialog>
      <Dialog
        id={id}
        title="Take back this upload?"
        dismiss="Keep it"
        closeOn={failed}
        confirm={
          <Button isBusy={isBusy} onClick={undo}>
            Take it back
          </Button>
        }
      >
        <p>{`${fileName}: ${touchedInWords(touched)}.`}</p>
        {touched.remaining > 0 && (
          <p>They leave the club at once. They can be restored under Imports.</p>
        )}
        {(touched.updatedCount ?? 0) > 0 && (
          <p>
            What it has updated gets its earlier values; what somebody has changed since stays, and
            is named.
          </p>
        )}
      </Dialog>
    </>
  )
}

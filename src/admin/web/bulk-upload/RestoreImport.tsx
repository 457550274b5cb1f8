import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportRestored } from '#app/admin/bulk-upload.contract.ts'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import { Button } from '#app/ui/Button.tsx'
import { showToast } from '#app/web/toasts/toasts.ts'
import { importApi } from './import-api.ts'

type Props = {
  label: string
  importId: string
  onRestored: (restored: ImportRestored) => void
  /** Called after a failure, once data is refetched: the act may have succeeded in spite of it. */
  onFailed?: () => void
}

/** Restores the deals that undoing an upload deleted. */
export function RestoreImport({ label, importId, onRestored, onFailed }: Props) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  async function restore() {
    setIsBusy(true)
    try {
      const restored = await importApi.restore(importId)
      if (!restored) return
      onRestored(restored)
      await refreshDeals(queryClient)
    } catch (failure) {
      showToast(changeFailureToast(failure))
      await refreshDeals(queryClient)
      onFailed?.()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button variant="tool" isBusy={isBusy} onClick={restore}>
      {label}
    </Button>
  )
}

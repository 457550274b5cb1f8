import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportRestored } from '#app/admin/bulk-upload.contract.ts'
import { failureDetails } from '#app/admin/web/shell/failures.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import { Button } from '#app/ui/Button.tsx'
import { importApi } from './import-api.ts'

type Props = { label: string; importId: string; onRestored: (restored: ImportRestored) => void }

/** Restores the deals that undoing an upload deleted. */
export function RestoreImport({ label, importId, onRestored }: Props) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function restore() {
    setIsBusy(true)
    setError(undefined)
    try {
      const restored = await importApi.restore(importId)
      if (!restored) return
      onRestored(restored)
      await refreshDeals(queryClient)
    } catch (failure) {
      setError(failureDetails(failure) || 'The upload could not be restored. Nothing has changed.')
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <Button variant="tool" isBusy={isBusy} onClick={restore}>
        {label}
      </Button>
      {error && (
        <p className="admin-error" role="alert">
          {error}
        </p>
      )}
    </>
  )
}

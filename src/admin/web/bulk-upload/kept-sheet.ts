import { useEffect, useEffectEvent, useState } from 'react'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import { tabStorage } from '#app/web/browser-storage.ts'
import { MOST_KEPT_BYTES } from './files.rules.ts'
import type { UploadState } from './upload.rules.ts'

const KEY = 'admin-upload'

type Kept = { name: string; content: string; choices: SheetChoices; links: Record<string, string> }
/** Of a sheet that a tab has no room for, that it was there. */
type Named = Pick<Kept, 'name'> & { content?: undefined }

/**
 * Keeps the sheet that somebody is working on for this tab through a reload, with all that was said of it; its report is
 * made again. Pictures that are stored by then need not be sent again.
 */
export function useKeptSheet(
  { sheet, choices, links }: UploadState<File>,
  pictureKeys: Record<string, string>,
  onBack: (kept: { sheet: File; choices: SheetChoices; links: Record<string, string> }) => void,
  onLost: (name: string) => void,
) {
  const [isRestored, setIsRestored] = useState(false)
  const restore = useEffectEvent(() => {
    setIsRestored(true)
    const kept = tabStorage.readJson(KEY) as Kept | Named | undefined
    if (!kept) return
    if (kept.content === undefined) return onLost(kept.name)
    const bytes = Uint8Array.from(atob(kept.content), (letter) => letter.charCodeAt(0))
    onBack({ sheet: new File([bytes], kept.name), choices: kept.choices, links: kept.links })
  })
  useEffect(() => restore(), [])

  const [content, setContent] = useState<{ sheet: File; text: string }>()
  useEffect(() => {
    if (!sheet || sheet.size > MOST_KEPT_BYTES) return
    let isOld = false
    void sheet.bytes().then((bytes) => {
      if (!isOld) setContent({ sheet, text: inBase64(bytes) })
    })
    return () => {
      isOld = true
    }
  }, [sheet])

  useEffect(() => {
    if (!isRestored) return
    if (!sheet) return tabStorage.remove(KEY)
    const named: Named = { name: sheet.name }
    if (sheet.size > MOST_KEPT_BYTES) return void tabStorage.writeJson(KEY, named)
    if (content?.sheet !== sheet) return
    const kept: Kept = {
      name: sheet.name,
      content: content.text,
      choices,
      links: { ...links, ...pictureKeys },
    }
    if (!tabStorage.writeJson(KEY, kept)) tabStorage.writeJson(KEY, named)
  }, [isRestored, sheet, content, choices, links, pictureKeys])
}

const AT_ONCE = 32 * 1024

function inBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  }
  return btoa(text)
}

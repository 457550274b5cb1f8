import { useEffect, useEffectEvent, useState } from 'react'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import { tabStorage } from '#app/web/browser-storage.ts'
import { keptFiles } from '#app/web/kept-files.ts'
import { MOST_KEPT_BYTES } from './files.rules.ts'
import type { UploadState } from './upload.rules.ts'

const KEY = 'admin-upload'

type Kept = {
  name: string
  /** The sheet in base64, or the id of a larger one in file storage; neither if it could not be stored. */
  content?: string
  file?: number
  choices: SheetChoices
  links: Record<string, string>
}

/**
 * Keeps the sheet in progress and its choices through a reload of this tab; its report is made again. Stored
 * pictures need not be sent again.
 */
export function useKeptSheet(
  { sheet, choices, links }: UploadState<File>,
  pictureKeys: Record<string, string>,
  onBack: (kept: { sheet: File; choices: SheetChoices; links: Record<string, string> }) => void,
  onLost: (name: string) => void,
) {
  const [isRestored, setIsRestored] = useState(false)
  const restore = useEffectEvent(async () => {
    const kept = tabStorage.readJson(KEY) as Kept | undefined
    const sheet = kept && (await sheetIn(kept))
    setIsRestored(true)
    if (sheet) onBack({ sheet, choices: kept.choices, links: kept.links })
    else if (kept) onLost(kept.name)
  })
  useEffect(() => void restore(), [])

  const [written, setWritten] = useState<{ sheet: File; how: Pick<Kept, 'content' | 'file'> }>()
  useEffect(() => {
    if (!sheet) return
    let isOld = false
    void writeSheet(sheet).then((how) => {
      if (!isOld) setWritten({ sheet, how })
    })
    return () => {
      isOld = true
    }
  }, [sheet])

  useEffect(() => {
    if (!isRestored) return
    if (!sheet) {
      forgetFile()
      return tabStorage.remove(KEY)
    }
    if (written?.sheet !== sheet) return
    forgetFile(written.how.file)
    const kept: Kept = { name: sheet.name, choices, links: { ...links, ...pictureKeys } }
    if (!tabStorage.writeJson(KEY, { ...kept, ...written.how })) tabStorage.writeJson(KEY, kept)
  }, [isRestored, sheet, written, choices, links, pictureKeys])
}

async function sheetIn({ name, content, file }: Kept): Promise<File | undefined> {
  if (file !== undefined) return keptFiles.read(file)
  if (content === undefined) return
  return new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name)
}

async function writeSheet(sheet: File): Promise<Pick<Kept, 'content' | 'file'>> {
  if (sheet.size <= MOST_KEPT_BYTES) return { content: inBase64(await sheet.bytes()) }
  const file = await keptFiles.write(sheet)
  return file === undefined ? {} : { file }
}

/** Removes the file of a previous sheet, to which nobody returns. */
function forgetFile(butFor?: number) {
  const { file } = (tabStorage.readJson(KEY) ?? {}) as Partial<Kept>
  if (file !== undefined && file !== butFor) void keptFiles.remove(file)
}

const AT_ONCE = 32 * 1024

function inBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  }
  return btoa(text)
}

import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'
import type { Delivery } from './transport.ts'

/** Where mail goes when nothing sends it: one readable file each, the newest last by name. */
export function openOutbox(dataDir: string): Delivery {
  const folder = path.join(dataDir, 'outbox')
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  let made: Promise<unknown> | undefined
  return {
    deliver: async (message) => {
      const { message: bytes } = await composer.sendMail(message)
      const time = message.date.toISOString().replaceAll(':', '-')
      const id = message.messageId.slice(1).split('@')[0]
      const file = path.join(folder, `${time}_${id}.eml`)
      // These files hold links that open accounts.
      made ??= mkdir(folder, { recursive: true, mode: 0o700 })
      await made
      await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    close: () => {},
  }
}

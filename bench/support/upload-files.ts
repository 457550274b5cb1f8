import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { utils, write } from '@e965/xlsx'
import sharp from 'sharp'
import { ZipFile } from 'yazl'

/** A workbook with as many deals as a busy club has in a year. */
export function makeSheet(rows: number): Buffer {
  return pack(
    Array.from({ length: rows }, (_, index) => ({
      ...deal(index, 'coats'),
      Category: 'Coats',
      Sizes: '34|36|38|40|42',
      Preview: index % 10 === 0 ? 'yes' : 'no',
      Published: 'yes',
      Splash: 'no',
      Carousel: index % 6,
      'Published At': `2026-0${1 + (index % 9)}-${String(1 + (index % 28)).padStart(2, '0')} 09:30`,
    })),
  )
}

/** A workbook with one picture per deal. */
export function makePictureSheet(names: string[]): Buffer {
  return pack(names.map((Image, index) => ({ ...deal(index, 'pictured'), Image })))
}

/** Photographs as from a camera, all different. */
export async function makePictures(count: number): Promise<Array<{ name: string; bytes: Buffer }>> {
  const folder = 'demo/pictures'
  const drawn = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const source = readFileSync(path.join(folder, drawn[index % drawn.length] ?? ''))
      const hue = Math.floor(index / drawn.length) * 40
      const bytes = await sharp(source).modulate({ hue }).jpeg({ quality: 90 }).toBuffer()
      return { name: `look-${index}.jpg`, bytes }
    }),
  )
}

export async function zip(files: Array<{ name: string; bytes: Buffer }>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const { name, bytes } of files) archive.addBuffer(bytes, name, { compress: false })
  archive.end()
  return buffer(archive.outputStream)
}

function deal(index: number, kind: string) {
  return {
    Brand: `House of ${index % 450}`,
    'Product Name': `Double-breasted wool coat with horn buttons, number ${index}`,
    'Original Price': 1290 + (index % 700),
    'Sale Price': 645.5,
    'Buy URL': `https://www.shop-${index % 400}.example/${kind}/${index}?colour=navy&size=38`,
    Retailer: `Shop ${index % 400}`,
  }
}

function pack(rows: object[]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.json_to_sheet(rows), 'Deals')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true })
}

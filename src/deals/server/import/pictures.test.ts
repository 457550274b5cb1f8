import { describe, expect, test } from 'vitest'
import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import { twoBars } from '#test/pictures/sample-pictures.ts'
import { coat, HEADINGS, pictureOf, useImports } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { composePictures } from './pictures.ts'

const fetched: string[] = []
const app = useTestApp({
  // Every link takes a minute and a half.
  fetchOutside: async (link) => {
    fetched.push(link)
    app.setNow(new Date(app.ctx.now().getTime() + 90_000))
    return Buffer.from('what a picture would be')
  },
})
const { importRows, allDeals } = useImports(app)

describe('pictures', () => {
  const headings = [...HEADINGS, 'Card image', 'Images']
  const rows = [
    headings,
    [...coat(1), 'red.jpg', 'blue.png|red.jpg'],
    [...coat(2), 'red.jpg', ''],
    [...coat(3), '', 'blue.png'],
  ]

  async function folderOf(names: string[]) {
    const colours: Record<string, string> = { 'red.jpg': '#b02030', 'blue.png': '#2030b0' }
    const asked: string[] = []
    const files = new Map<string, Buffer>()
    for (const name of names) {
      const colour = colours[name]
      files.set(name, colour ? await pictureOf(colour) : Buffer.from('not a picture'))
    }
    const readPicture = async (name: string) => {
      asked.push(name)
      return files.get(name)
    }
    return { asked, readPicture }
  }

  test('are found by the name of their file, stored once, and kept in order', async () => {
    const { asked, readPicture } = await folderOf(['red.jpg', 'blue.png'])
    expect(await importRows(rows, { readPicture })).toMatchObject({ createdCount: 3, problems: [] })

    expect(asked.toSorted()).toEqual(['blue.png', 'red.jpg'])
    expect(await app.db.selectFrom('pictures').selectAll().execute()).toHaveLength(2)
    const [first, second, third] = await allDeals()
    expect(first?.cardPictureId).toBe(second?.cardPictureId)
    expect(third?.cardPictureId).toBeNull()
    const more = await app.db
      .selectFrom('dealPictures')
      .selectAll()
      .where('dealId', '=', first?.id ?? '')
      .orderBy('position')
      .execute()
    expect(more).toMatchObject([{ position: 1 }, { position: 2, pictureId: first?.cardPictureId }])
  })

  test('that look the same are told of, and both are kept', async () => {
    const files = new Map<string, Buffer>([
      ['large.jpg', await twoBars(80).png().toBuffer()],
      ['small.jpg', await twoBars(80).jpeg({ quality: 60 }).toBuffer()],
      ['other.jpg', await twoBars(180).png().toBuffer()],
    ])
    const alike = [headings, [...coat(1), 'large.jpg', 'other.jpg|small.jpg']]
    const readPicture = async (name: string) => files.get(name)
    const { notes } = await importRows(alike, { readPicture })
    expect(notes).toContain('Row 2: small.jpg looks the same as large.jpg. Both are kept.')
    expect(notes.filter((note) => note.includes('looks the same'))).toHaveLength(1)
    expect(await app.db.selectFrom('dealPictures').selectAll().execute()).toHaveLength(2)
  })

  test('that are missing or broken are problems of their rows', async () => {
    const { readPicture } = await folderOf(['red.jpg', 'notes.jpg'])
    const broken = [...coat(4), 'notes.jpg', '']
    const report = await importRows([...rows, broken], { readPicture })
    const told = report.problems.map(({ row, column, value }) => [row, column, value])
    expect(told).toEqual([
      [2, 'Images', 'blue.png'],
      [4, 'Images', 'blue.png'],
      [5, 'Card image', 'notes.jpg'],
    ])
    expect(await allDeals()).toEqual([])
  })

  test('are only looked for in a dry run', async () => {
    const { readPicture } = await folderOf(['red.jpg'])
    const report = await importRows(rows, { readPicture, isDryRun: true })
    expect(report.problems.map(({ row }) => row)).toEqual([2, 4])
    expect(await app.db.selectFrom('pictures').selectAll().execute()).toEqual([])
  })

  test('cannot be named by a sheet that comes alone', async () => {
    const { problems } = await importRows([headings, [...coat(1), 'red.jpg', '']])
    expect(problems).toMatchObject([{ row: 2, column: 'Card image', value: 'red.jpg' }])
  })
})

describe('links of pictures', () => {
  const link = (at: number) => `https://pictures.example/${at}.jpg`
  const asLinks = { takesPictureLinks: true, isDryRun: true }

  test('are at most 500 in a sheet, each counted once', async () => {
    const asked: string[] = []
    const readPicture = async (name: string) => {
      asked.push(name)
      return Buffer.from('what a picture would be')
    }
    const rows = [
      [...HEADINGS, 'Card image'],
      ...Array.from({ length: 500 }, (_, at) => [...coat(at), link(at)]),
      [...coat(500), link(0)],
      [...coat(501), 'coat.jpg'],
    ]
    expect(await importRows(rows, { ...asLinks, readPicture })).toMatchObject({ problems: [] })
    asked.length = 0
    const report = await importRows(
      [...rows, [...coat(502), link(500)], [...coat(503), link(501)]],
      {
        ...{ ...asLinks, readPicture },
      },
    )
    expect(report.problems).toEqual(
      [504, 505].map((row, at) => ({
        row,
        column: 'Card image',
        value: link(500 + at),
        reason: 'is one link more than 500',
      })),
    )
    expect(asked).toHaveLength(501)
    expect(asked).not.toContain(link(500))
  })

  test('have 4 minutes together; those that are stored need none of them', async () => {
    fetched.length = 0
    const { id } = await storePicture(app.ctx, await pictureOf('#b02030'))
    const { readPicture } = await composePictures(app.ctx, {
      keys: new Map([[link(9), id]]),
      archivePath: undefined,
    })
    const rows = [
      [...HEADINGS, 'Card image'],
      ...[1, 2, 3, 4, 5, 9].map((at) => [...coat(at), link(at)]),
    ]
    const report = await importRows(rows, { ...asLinks, readPicture })
    expect(fetched).toHaveLength(3)
    expect(report.problems.map(({ reason }) => reason)).toEqual(
      Array(2).fill('cannot be used: The links of the sheet take longer than 4 minutes together.'),
    )
    expect([...report.pictures.keys()]).toEqual([link(9)])
  })
})

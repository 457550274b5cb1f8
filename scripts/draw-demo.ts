import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { photograph } from '#demo/drawings/photograph.ts'
import { drawings } from '#demo/drawings/studio.ts'

/**
 * Draws the pictures of the demo catalogue into demo/pictures/.
 * `node scripts/draw-demo.ts` draws all of them, `node scripts/draw-demo.ts tote watch-2` only those.
 */
const demo = new URL('../demo/', import.meta.url)
const wanted = process.argv.slice(2)

const listed: { file: string }[] = JSON.parse(
  await readFile(new URL('pictures.json', demo), 'utf8'),
)
await mkdir(new URL('pictures/', demo), { recursive: true })

for (const { file } of listed) {
  const name = file.replace('.jpg', '')
  const kind = name.slice(0, -2)
  if (wanted.length > 0 && !wanted.includes(name) && !wanted.includes(kind)) continue

  const draw = drawings[kind]?.[Number(name.slice(-1)) - 1]
  if (!draw) throw new Error(`demo/pictures.json lists ${file}, but nothing draws it.`)

  const picture = await photograph(draw())
  const { size } = await picture
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(fileURLToPath(new URL(`pictures/${file}`, demo)))
  console.log(`${file} ${Math.round(size / 1024)} kB`)
}

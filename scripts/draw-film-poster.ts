import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/**
 * Composes the poster of the front page's film from three of the demo's pictures. `node
 * scripts/draw-film-poster.ts`
 */
const WIDTH = 1600
const HEIGHT = 900
const GAP = 8
const PAPER = '#f7f4ee'
const PICTURES = ['trench-1.jpg', 'gown-1.jpg', 'blazer-1.jpg']

const width = Math.floor((WIDTH - GAP * (PICTURES.length - 1)) / PICTURES.length)
const panels = await Promise.all(
  PICTURES.map(async (file, index) => ({
    input: await sharp(fileURLToPath(new URL(`../demo/pictures/${file}`, import.meta.url)))
      .resize(width, HEIGHT, { fit: 'cover' })
      .toBuffer(),
    left: index * (width + GAP),
    top: 0,
  })),
)
const target = new URL('../src/marketing/web/landing/film-poster.avif', import.meta.url)
const { size } = await sharp({
  create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER },
})
  .composite(panels)
  .avif({ quality: 55, effort: 6 })
  .toFile(fileURLToPath(target))
console.log(`film-poster.avif ${Math.round(size / 1024)} kB`)

import type { WordmarkBrand } from '#app/marketing/wordmarks.ts'
import { Carousel } from '#app/ui/Carousel.tsx'
import { padSlides } from '#app/ui/carousel.rules.ts'
import amarantaSolis from '#demo/wordmarks/amaranta-solis.svg'
import carriganHale from '#demo/wordmarks/carrigan-hale.svg'
import delphineCorvane from '#demo/wordmarks/delphine-corvane.svg'
import harcastleAndWren from '#demo/wordmarks/harcastle-and-wren.svg'
import kasumori from '#demo/wordmarks/kasumori.svg'
import lucreziaTarvo from '#demo/wordmarks/lucrezia-tarvo.svg'
import maisonAubrelle from '#demo/wordmarks/maison-aubrelle.svg'
import ottaviaSerrone from '#demo/wordmarks/ottavia-serrone.svg'
import solvane from '#demo/wordmarks/solvane.svg'
import vanDerLoeven from '#demo/wordmarks/van-der-loeven.svg'

const FILES: Record<WordmarkBrand, string> = {
  'Maison Aubrelle': maisonAubrelle,
  Kasumori: kasumori,
  'Delphine Corvane': delphineCorvane,
  'Van der Loeven': vanDerLoeven,
  'Lucrezia Tarvo': lucreziaTarvo,
  Sølvane: solvane,
  'Amaranta Solís': amarantaSolis,
  'Carrigan Hale': carriganHale,
  'Ottavia Serrone': ottaviaSerrone,
  'Harcastle & Wren': harcastleAndWren,
}

/** With fewer the row would fit on the screen and could not loop. */
const FEWEST = 8

/** The wordmarks of brands in the feed. */
export function Brands({ brands }: { brands: string[] }) {
  const known = brands.flatMap((name) => (isDrawn(name) ? [{ id: name, file: FILES[name] }] : []))
  if (known.length === 0) return null
  const slides = padSlides(known, { fewest: FEWEST }).map(({ item, key, isRepeat }) => ({
    key,
    isRepeat,
    content: (
      <img
        className="wordmark-plate"
        src={item.file}
        alt={isRepeat ? '' : item.id}
        loading="lazy"
      />
    ),
  }))
  return (
    <div className="wrap mt-20 overflow-clip lg:mt-28">
      <Carousel
        label="Brands in the feed"
        what="brands"
        size="narrow"
        heading={<h2 className="caps">In the feed</h2>}
        slides={slides}
      />
    </div>
  )
}

function isDrawn(name: string): name is WordmarkBrand {
  return name in FILES
}

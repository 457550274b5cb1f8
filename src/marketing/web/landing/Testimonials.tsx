import type { Testimonial } from '#app/marketing/marketing.contract.ts'
import { Carousel } from '#app/ui/Carousel.tsx'
import { padSlides } from '#app/ui/carousel.rules.ts'
import { Picture } from '#app/ui/Picture.tsx'
import { GRID_SIZES } from '#app/ui/picture.rules.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'

const FEWEST = 6

/** What members say about the club. */
export function Testimonials({ testimonials }: { testimonials: Testimonial[] }) {
  if (testimonials.length === 0) return null
  const hasSamples = testimonials.some(({ isSample }) => isSample)
  const slides = padSlides(testimonials, { fewest: FEWEST }).map(({ item, key, isRepeat }) => ({
    key,
    isRepeat,
    content: <Quote testimonial={item} />,
  }))
  return (
    <div className="wrap mt-20 overflow-clip lg:mt-28">
      <Carousel
        label="What members say"
        what="words"
        size="wide"
        heading={
          <div>
            <h2 className="headline max-w-[14ch]">Worn, and written about</h2>
            {hasSamples && (
              <p className="fine mt-4">
                Those marked as an example were written by us, to show where members’ own words will
                stand.
              </p>
            )}
          </div>
        }
        slides={slides}
      />
    </div>
  )
}

function Quote({ testimonial }: { testimonial: Testimonial }) {
  const { image, imagePlaceholder, title, description, name, location, isSample } = testimonial
  const { pictureHost } = useSiteSettings()
  return (
    <figure className="quote">
      {image && (
        <Picture
          candidates={[image]}
          host={pictureHost}
          placeholder={imagePlaceholder}
          sizes={GRID_SIZES}
          alt=""
        />
      )}
      <blockquote>
        <p className="title">{title}</p>
        <p>{description}</p>
      </blockquote>
      <figcaption>
        {isSample && <span className="quote-mark">Example</span>}
        <span className="font-semibold">{name}</span>
        {`, ${location}`}
      </figcaption>
    </figure>
  )
}

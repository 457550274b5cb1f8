/**
 * Sample testimonials. They are invented and name nobody: each is marked as an example and uses one of our
 * own pictures.
 */
export const testimonials = [
  {
    id: 'sample-coat',
    picture: 'wool-coat-1.jpg',
    title: 'The coat I had walked past for two winters.',
    description:
      'It was in the feed on a Tuesday, at a shop I had never heard of. I wore it on the Friday.',
    name: 'Example member',
    location: 'a city with long winters',
  },
  {
    id: 'sample-loafer',
    picture: 'loafer-1.jpg',
    title: 'Ten minutes with the coffee, then I am done.',
    description:
      'I used to keep thirty tabs open and buy nothing. Now I read one page and close it again.',
    name: 'Example member',
    location: 'somewhere by the sea',
  },
  {
    id: 'sample-bag',
    picture: 'shoulder-bag-2.jpg',
    title: 'Both prices, side by side. That is all I wanted.',
    description:
      'No countdown, no wheel to spin. What it cost, what it costs, where it is. I can decide the rest.',
    name: 'Example member',
    location: 'a flat with one wardrobe',
  },
] as const

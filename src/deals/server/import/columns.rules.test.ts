import { describe, expect, test } from 'vitest'
import { matchColumns } from './columns.rules.ts'

function match(...cells: string[]) {
  return matchColumns({ row: 1, cells })
}

test.each([
  ['brandName', ['Brand', 'BRAND NAME', 'brand_name', ' Designer ', 'label', 'House']],
  ['productName', ['productName', 'Product', 'Name', 'Title', 'item']],
  [
    'originalPrice',
    ['Original Price', 'was', 'Was Price', 'MSRP', 'R.R.P.', 'list-price', 'Full price'],
  ],
  ['salePrice', ['Sale Price', 'Now', 'price', 'Now price', 'Deal Price', 'current_price']],
  ['buyUrl', ['buyUrl', 'Buy URL', 'Link', 'URL', 'Affiliate Link', 'product url']],
  ['retailerName', ['Retailer', 'Store', 'shop', 'Sold by']],
  ['cardPicture', ['Card Image', 'dealCardImageUrl', 'image', 'Photo', 'Main image']],
  ['morePictures', ['Images', 'More Images', 'Fallback images', 'gallery']],
  ['sizes', ['Size', 'sizes', 'Available sizes', 'Taille', 'Tailles disponibles', 'Pointures']],
  ['isPreview', ['isPreview', 'Preview', 'Free Preview?']],
  ['isPublished', ['Published', 'publish', 'Live']],
  ['showInSplash', ['Splash', 'Show in Splash']],
  ['carouselAssignment', ['Carousel', 'Carousel (0-5)', 'carousel_assignment']],
  ['publishedAt', ['Published At', 'Publish date', 'Date', 'Day']],
])('%s is found under any of its headings', (field, headings) => {
  for (const heading of headings) {
    expect(match(heading).columns, heading).toEqual({
      [field]: { index: 0, heading: heading.trim() },
    })
  }
})

describe('the row of headings', () => {
  test('must name the brand, the product and the link, and says all that are missing at once', () => {
    const { problems } = match('Was', 'Now')
    // Named as in the template: internal names would tell nobody what to write.
    const missing = problems.map(({ column }) => column)
    expect(missing).toEqual(['Brand', 'Product Name', 'Buy URL'])
    expect(match(...missing).problems).toEqual([])
    expect(match('Brand', 'Name', 'Link').problems).toEqual([])
  })

  test('cannot have two columns for one thing', () => {
    const { problems } = match('Brand', 'Name', 'Link', 'Price', 'Sale price')
    expect(problems).toMatchObject([{ row: 1, column: 'Sale price' }])
    expect(problems[0]?.reason).toContain('"Price"')
  })

  test('may have columns nobody knows, which are named in a note', () => {
    const { problems, notes } = match('Brand', 'Name', 'Link', 'Mood', '', 'Margin %')
    expect(problems).toEqual([])
    expect(notes).toEqual(['Columns that were ignored: Mood, Margin %.'])
  })
})

import { readText } from '#app/deals/server/deal/cells.rules.ts'
import type { Cell, SheetRow } from '#app/deals/server/sheets/messages.ts'
import { foldHeading } from '#app/shared/names.ts'

/** Headings by the field they stand for, folded as `foldHeading` does. The first is our own. */
const HEADINGS = {
  brandName: ['brandname', 'brand', 'designer', 'designername', 'label', 'house'],
  productName: ['productname', 'product', 'name', 'title', 'producttitle', 'item', 'itemname'],
  originalPrice: [
    ...['originalprice', 'original', 'was', 'wasprice', 'pricewas', 'msrp', 'rrp', 'listprice'],
    ...['retailprice', 'regularprice', 'fullprice'],
  ],
  salePrice: [
    ...['saleprice', 'sale', 'now', 'nowprice', 'pricenow', 'price', 'dealprice', 'currentprice'],
    ...['discountedprice'],
  ],
  buyUrl: [
    ...['buyurl', 'buylink', 'url', 'link', 'producturl', 'productlink', 'affiliatelink'],
    ...['affiliateurl', 'dealurl', 'deallink'],
  ],
  retailerName: ['retailername', 'retailer', 'store', 'storename', 'shop', 'shopname', 'soldby'],
  cardPicture: [
    ...['cardpicture', 'cardimage', 'cardimageurl', 'dealcardimage', 'dealcardimageurl', 'image'],
    ...['imageurl', 'picture', 'photo', 'mainimage', 'mainpicture'],
  ],
  morePictures: [
    ...['morepictures', 'moreimages', 'images', 'pictures', 'photos', 'fallbackimages'],
    ...['fallbackpictures', 'additionalimages', 'gallery'],
  ],
  category: ['category', 'categories'],
  sizes: ['sizes', 'size', 'availablesizes'],
  isPreview: ['ispreview', 'preview', 'freepreview'],
  isPublished: ['ispublished', 'published', 'publish', 'live'],
  showInSplash: ['showinsplash', 'splash', 'insplash', 'splashcarousel'],
  carouselAssignment: ['carouselassignment', 'carousel', 'carouselnumber', 'carousel05'],
  publishedAt: [
    'publishedat',
    'publishedon',
    'publishat',
    'publishdate',
    'publishdateandtime',
    'date',
    'day',
  ],
} as const

export type SheetField = keyof typeof HEADINGS

/** What a deal worth showing cannot do without, under the headings of the template. */
const REQUIRED: Array<{ field: SheetField; heading: string }> = [
  { field: 'brandName', heading: 'Brand' },
  { field: 'productName', heading: 'Product Name' },
  { field: 'buyUrl', heading: 'Buy URL' },
]

/** Where each field stands, counted from 0, and the sheet's own words for it. */
export type Columns = Partial<Record<SheetField, { index: number; heading: string }>>

type ColumnProblem = { row: number; column: string; value: string; reason: string }

const FIELD_BY_HEADING = new Map<string, SheetField>(
  Object.entries(HEADINGS).flatMap(([field, headings]) =>
    headings.map((heading): [string, SheetField] => [heading, field as SheetField]),
  ),
)

export function matchColumns({ row, cells }: SheetRow): {
  columns: Columns
  problems: ColumnProblem[]
  notes: string[]
} {
  const columns: Columns = {}
  const problems: ColumnProblem[] = []
  const unknown: string[] = []
  const verdict = findVerdict(cells)

  for (const [index, cell] of cells.entries()) {
    const heading = headingText(cell)
    if (heading === '' || index === verdict || index - 1 === verdict) continue
    const field = FIELD_BY_HEADING.get(foldHeading(heading))
    const earlier = field && columns[field]
    if (!field) unknown.push(heading)
    else if (!earlier) columns[field] = { index, heading }
    else {
      const reason = `means the same as the column "${earlier.heading}"; keep one of them`
      problems.push({ row, column: heading, value: heading, reason })
    }
  }
  for (const { field, heading } of REQUIRED) {
    if (columns[field]) continue
    problems.push({
      row,
      column: heading,
      value: '',
      reason: 'is missing: the sheet needs this column',
    })
  }
  const notes = unknown.length > 0 ? [`Columns that were ignored: ${unknown.join(', ')}.`] : []
  return { columns, problems, notes }
}

/** The two columns in which we say what is wrong with a sheet: nobody has to take them out again. */
export const VERDICT_HEADINGS = ['Status', 'What is wrong'] as const

/** Where those two stand, counted from 0: the first; undefined when the sheet has not got both. */
export function findVerdict(headings: Cell[]): number | undefined {
  const folded = headings.map((cell) => foldHeading(headingText(cell)))
  const [status, wrong] = VERDICT_HEADINGS.map(foldHeading)
  const at = folded.findIndex((heading, index) => {
    return heading === status && folded[index + 1] === wrong
  })
  return at < 0 ? undefined : at
}

function headingText(cell: Cell): string {
  const text = readText(cell)
  return text.ok ? text.value : ''
}

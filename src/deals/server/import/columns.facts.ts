import { LAST_CAROUSEL, MOST_MORE_PICTURES } from '#app/deals/deals.facts.ts'
import type { Cell } from '#app/deals/server/sheets/messages.ts'
import { type TermField, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { spellNumber } from '#app/shared/counts.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'

/** The shop of the template's examples, which nobody means to import. */
export const EXAMPLE_SHOP = 'write-over-this-row.example'

type SheetColumn = {
  /** The heading in our template. */
  heading: string
  /** Other accepted headings, as folded by `foldHeading`. */
  also: string[]
  /** Whether a deal cannot do without it. */
  isNeeded?: boolean
  /** Width of the template's column, in characters. */
  width: number
  examples: [Cell, Cell]
  /** Explanation shown in the template. */
  purpose: string
}

function listOf(field: TermField): string {
  return VOCABULARY[field].map(({ label }) => label).join(', ')
}

/** The columns of a sheet by the field they fill, in template order. */
export const SHEET_COLUMNS = {
  brandName: {
    heading: 'Brand',
    also: [
      'brandname',
      'designer',
      'designername',
      'label',
      'house',
      'marque',
      'createur',
      'maison',
    ],
    isNeeded: true,
    width: 22,
    examples: ['Example House', 'Example House'],
    purpose: 'Needed. The fashion house.',
  },
  productName: {
    heading: 'Product Name',
    also: [
      'product',
      'name',
      'title',
      'producttitle',
      'item',
      'itemname',
      'produit',
      'article',
      'designation',
      'nom',
      'nomduproduit',
      'libelle',
    ],
    isNeeded: true,
    width: 34,
    examples: ['Example: wool coat', 'Example: silk scarf'],
    purpose: 'Needed. What members read.',
  },
  originalPrice: {
    heading: 'Original Price',
    also: [
      ...['original', 'was', 'wasprice', 'pricewas', 'msrp', 'rrp', 'listprice', 'retailprice'],
      ...['regularprice', 'fullprice'],
      ...[
        'prixinitial',
        'prixdorigine',
        'prixbarre',
        'ancienprix',
        'prixavant',
        'prixnormal',
        'prixpublic',
      ],
    ],
    width: 14,
    examples: [1290, 240.5],
    purpose: 'US dollars, such as 1290.00. Empty when it is not known.',
  },
  basis: {
    heading: 'Basis',
    also: [
      ...['basisofprice', 'pricebasis', 'basisoforiginalprice', 'originalpricebasis', 'pricetype'],
      ...['wasbasis', 'base', 'typedeprix', 'natureduprix'],
    ],
    width: 12,
    examples: ['retailer', 'RRP'],
    purpose:
      'What the original price is: retailer (its own earlier price), RRP (recommended by the maker), market (what it costs elsewhere) or unknown (then nothing is struck out). Empty: retailer. Other words for them are understood.',
  },
  salePrice: {
    heading: 'Sale Price',
    also: [
      ...['sale', 'now', 'nowprice', 'pricenow', 'price', 'dealprice', 'currentprice'],
      ...['discountedprice'],
      ...[
        'prix',
        'prixsolde',
        'prixremise',
        'prixreduit',
        'prixdevente',
        'nouveauprix',
        'prixactuel',
      ],
    ],
    width: 14,
    examples: [645, 120.25],
    purpose: 'US dollars, not above the original price.',
  },
  currency: {
    heading: 'Currency',
    also: ['currencycode', 'pricecurrency', 'devise', 'monnaie'],
    width: 10,
    examples: [null, null],
    purpose:
      'What both prices are in, such as EUR. Empty: US dollars. Others need a rate, uploaded under Rates, before they are published.',
  },
  buyUrl: {
    heading: 'Buy URL',
    also: [
      ...['buylink', 'url', 'link', 'producturl', 'productlink', 'affiliatelink', 'affiliateurl'],
      ...['dealurl', 'deallink'],
      ...['lien', 'lienproduit', 'lienduproduit', 'adresse', 'urlproduit', 'urlduproduit'],
    ],
    isNeeded: true,
    width: 46,
    examples: [`https://${EXAMPLE_SHOP}/coats/1`, `https://${EXAMPLE_SHOP}/scarves/2`],
    purpose: 'Needed. The page of the piece at its retailer. The same page is imported once only.',
  },
  retailerName: {
    heading: 'Retailer',
    also: [
      'retailername',
      'store',
      'storename',
      'shop',
      'shopname',
      'soldby',
      'boutique',
      'magasin',
      'detaillant',
      'enseigne',
      'vendeur',
    ],
    width: 20,
    examples: ['Example Shop', null],
    purpose: 'Empty: whoever is known to sell at that address.',
  },
  cardPicture: {
    heading: 'Card Image',
    also: [
      ...['cardpicture', 'cardimageurl', 'dealcardimage', 'dealcardimageurl', 'image', 'imageurl'],
      ...['picture', 'photo', 'mainimage', 'mainpicture'],
      ...['visuel', 'photoprincipale', 'imageprincipale'],
    ],
    width: 24,
    examples: [null, null],
    purpose: 'The name of a picture file that is uploaded with the sheet, or a link to a picture.',
  },
  morePictures: {
    heading: 'More Images',
    also: [
      ...['morepictures', 'images', 'pictures', 'photos', 'fallbackimages', 'fallbackpictures'],
      ...['additionalimages', 'gallery'],
    ],
    width: 24,
    examples: [null, null],
    purpose: `At most ${spellNumber(MOST_MORE_PICTURES)} more, separated by | signs.`,
  },
  department: {
    heading: 'Department',
    also: ['departments', 'gender', 'genre', 'rayon'],
    width: 12,
    examples: ['Women', 'Unisex'],
    purpose: `${listOf('department')}. Empty when it is not known.`,
  },
  category: {
    heading: 'Category',
    also: ['categories', 'categorie', 'producttype', 'googleproductcategory'],
    width: 20,
    examples: ['Coats & Jackets', 'Scarves'],
    purpose: `Kind of piece: ${listOf('category')}. Other words for them are understood; one that is not is kept as a note.`,
  },
  colour: {
    heading: 'Colour',
    also: ['color', 'colours', 'colors', 'couleur'],
    width: 12,
    examples: ['Blue', 'White'],
    purpose: `The nearest of ${listOf('colour')}, or a word for it.`,
  },
  sizes: {
    heading: 'Sizes',
    also: [
      ...['size', 'availablesizes', 'sizesavailable', 'sizerange', 'sizing', 'taille', 'tailles'],
      ...['taillesdisponibles', 'pointure', 'pointures', 'taglia', 'taglie'],
    ],
    width: 20,
    examples: ['IT 38, IT 40, IT 42', 'One size'],
    purpose:
      'As the retailer says them, with their system: IT 38, 40, 42 or US 8 | US 10 or S, M or One size. A number without a system is found by the same number only; what is no size is kept as a note.',
  },
  gtin: {
    heading: 'GTIN',
    also: [
      'gtin14',
      'gtin13',
      'gtin12',
      'ean',
      'ean13',
      'upc',
      'barcode',
      'codebarres',
      'codebarre',
      'gencod',
    ],
    width: 16,
    examples: [null, null],
    purpose: 'The number of the bar code: by it the same piece is known at another shop.',
  },
  styleNumber: {
    heading: 'Style number',
    also: [
      'styleno',
      'style',
      'stylecode',
      'styleid',
      'mpn',
      'modelnumber',
      'manufacturerpartnumber',
      ...['reference', 'ref', 'referencefabricant', 'modele'],
    ],
    width: 16,
    examples: [null, null],
    purpose: 'The brand’s own number of the piece, for the same.',
  },
  isPreview: {
    heading: 'Preview',
    also: ['ispreview', 'freepreview'],
    width: 10,
    examples: ['no', 'no'],
    purpose: `yes: one for people who are signed in but not members; they may open the first ${spellNumber(FREE_DEALS_A_DAY)} of a day.`,
  },
  isPublished: {
    heading: 'Published',
    also: ['ispublished', 'publish', 'live'],
    width: 10,
    examples: ['no', 'no'],
    purpose: 'yes: members see it at once.',
  },
  showInSplash: {
    heading: 'Splash',
    also: ['showinsplash', 'insplash', 'splashcarousel'],
    width: 10,
    examples: ['no', 'no'],
    purpose: 'yes: it is shown on the landing page.',
  },
  carouselAssignment: {
    heading: 'Carousel',
    also: ['carouselassignment', 'carouselnumber', 'carousel05'],
    width: 10,
    examples: [0, 0],
    purpose: `A carousel of the landing page from 1 to ${LAST_CAROUSEL}; 0 for none.`,
  },
  publishedAt: {
    heading: 'Published At',
    also: [
      'publishedon',
      'publishat',
      'publishdate',
      'publishdateandtime',
      'date',
      'day',
      'publiele',
      'datedepublication',
    ],
    width: 18,
    examples: [null, null],
    purpose: 'When it was published, such as 2026-11-20 09:30 in Toronto. Empty: now.',
  },
  startsAt: {
    heading: 'Starts At',
    also: ['start', 'starts', 'startson', 'startdate', 'debut', 'datededebut'],
    width: 18,
    examples: [null, null],
    purpose:
      'When a published deal comes out by itself, such as 2026-11-24 09:00 in Toronto. Empty: at once.',
  },
  endsAt: {
    heading: 'Ends At',
    also: [
      'end',
      'ends',
      'endson',
      'enddate',
      'until',
      'expires',
      'expireson',
      'fin',
      'datedefin',
      'jusquau',
    ],
    width: 18,
    examples: [null, null],
    purpose: 'When it ends by itself, such as 2026-11-30 23:59 in Toronto. Empty: nobody has said.',
  },
} satisfies Record<string, SheetColumn>

export type SheetField = keyof typeof SHEET_COLUMNS

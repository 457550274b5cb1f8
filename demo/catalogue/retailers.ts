import type { Level } from './brands.ts'
import { type Kind, kindOf } from './kinds.ts'

type Tier = 'department' | 'boutique' | 'outlet' | 'specialist'

/** The URL pattern of a shop's products. */
type AddressStyle = 'p' | 'women' | 'products' | 'item' | 'html'

/** How a shop ends a sale price. */
export type PriceEnding = 'whole' | '.99' | '.95' | 'exact'

export type Retailer = {
  name: string
  host: string
  tier: Tier
  /** The usual range of this shop's discounts, in percent. */
  habit: readonly [low: number, high: number]
  ending: PriceEnding
  address: AddressStyle
  /** Categories it sells; empty means all of them. */
  only: readonly string[]
}

/** Every shop here is invented; `.example` is reserved, so none of these hosts can exist. */
export const retailers: readonly Retailer[] = [
  department('Arcade Seventy', 'www.arcade-seventy.example', [40, 58], 'whole', 'women'),
  department('Galleria Fontane', 'www.galleria-fontane.example', [40, 55], 'whole', 'html'),
  department('Larkspur Court', 'www.larkspurcourt.example', [42, 62], '.99', 'p'),
  department('Lumen Department', 'shop.lumen-department.example', [40, 65], '.99', 'p'),
  department('Modehaus Eiderstern', 'www.eiderstern.example', [42, 60], '.95', 'html'),
  department('Northgate & Sons', 'www.northgate-and-sons.example', [40, 60], '.99', 'women'),
  department('Pavilion Lane', 'www.pavilion-lane.example', [40, 60], 'whole', 'women'),
  department('Stilgården', 'www.stilgarden.example', [43, 60], 'whole', 'item'),
  department('Sundry Palace', 'www.sundry-palace.example', [45, 66], '.99', 'item'),
  department('Vestibule', 'www.vestibule.example', [40, 58], 'exact', 'women'),

  boutique('Atrium Nine', 'atrium-nine.example', [40, 56], 'whole', 'products'),
  boutique('Bon Passage', 'bon-passage.example', [42, 60], 'whole', 'products'),
  boutique('Boulevard Nine Mile', 'www.boulevardninemile.example', [44, 63], 'whole', 'p'),
  boutique('Casa Ribalta', 'casa-ribalta.example', [40, 58], 'whole', 'html'),
  boutique('Fold & Fathom', 'foldandfathom.example', [45, 62], 'exact', 'products'),
  boutique('Komorebi Select', 'komorebi-select.example', [42, 58], 'whole', 'products'),
  boutique('Lakeshore Wardrobe', 'lakeshorewardrobe.example', [44, 65], '.99', 'products'),
  boutique('Maison Quarante', 'shop.maison-quarante.example', [40, 55], 'whole', 'women'),
  boutique('Marrow Street', 'www.marrowstreet.example', [42, 62], 'whole', 'products'),
  boutique('Mille Feuillets', 'mille-feuillets.example', [41, 60], '.95', 'html'),
  boutique('Prairie Lane', 'shop.prairielane.example', [45, 64], '.99', 'products'),
  boutique('Quayside Edit', 'quayside-edit.example', [42, 60], 'whole', 'products'),
  boutique('Rue & Row', 'www.rue-and-row.example', [44, 63], 'exact', 'women'),
  boutique('Sable & Sixpence', 'sableandsixpence.example', [46, 64], 'whole', 'products'),
  boutique('Velour & Pine', 'velour-and-pine.example', [42, 62], 'whole', 'products'),
  boutique('Vitrine Onze', 'vitrine-onze.example', [40, 57], 'whole', 'item'),

  outlet('Foundry Outlet', 'www.foundry-outlet.example', [58, 80], '.99', 'p'),
  outlet('Hemline Market', 'hemline-market.example', [52, 76], '.99', 'item'),
  outlet('Hollin’s Outlet', 'www.hollins-outlet.example', [55, 79], '.99', 'p'),
  outlet('Ostwind Mode', 'outlet.ostwind-mode.example', [54, 74], '.95', 'html'),
  outlet('Sample Room', 'sampleroom.example', [60, 80], 'exact', 'item'),
  outlet('Second Bell', 'www.second-bell.example', [55, 78], 'exact', 'p'),
  outlet('The Gilded Hanger', 'www.gilded-hanger.example', [52, 75], '.99', 'women'),
  outlet('The Last Rail', 'thelastrail.example', [60, 80], '.99', 'item'),

  specialist('Clasp & Carry', 'claspandcarry.example', [42, 64], 'whole', 'products', ['Bags']),
  specialist('The Bag Registry', 'www.bag-registry.example', [45, 68], 'exact', 'p', ['Bags']),
  specialist('Tannery Road', 'tannery-road.example', [44, 66], 'whole', 'products', [
    'Bags',
    'Accessories',
    'Shoes',
  ]),
  specialist('Heel & Welt', 'www.heel-and-welt.example', [42, 65], '.95', 'women', ['Shoes']),
  specialist('Sole Parade', 'soleparade.example', [48, 72], '.99', 'p', ['Shoes']),
  specialist('Frame Parlour', 'frameparlour.example', [42, 66], '.99', 'products', ['Eyewear']),
  specialist('Tick & Tide', 'www.tick-and-tide.example', [42, 67], 'whole', 'item', [
    'Watches',
    'Jewellery',
  ]),
  specialist('Ravelled', 'ravelled.example', [45, 66], 'whole', 'products', ['Knitwear', 'Coats']),
  specialist('Rinse Depot', 'www.rinsedepot.example', [46, 70], '.99', 'p', ['Denim']),
  specialist('Halcyon Evening', 'halcyon-evening.example', [44, 68], 'exact', 'products', [
    'Dresses',
    'Jewellery',
  ]),
]

/**
 * Whether this shop would stock such a product. Boutiques with whole-dollar prices leave out the contemporary
 * level.
 */
export function carries(retailer: Retailer, kind: Kind, level: Level): boolean {
  if (retailer.only.length > 0) return retailer.only.includes(kindOf(kind).category)
  return !(retailer.tier === 'boutique' && level === 'contemporary' && retailer.ending === 'whole')
}

type Rest = [host: string, Retailer['habit'], PriceEnding, AddressStyle]

function department(name: string, ...rest: Rest): Retailer {
  return retailer('department', [], name, ...rest)
}

function boutique(name: string, ...rest: Rest): Retailer {
  return retailer('boutique', [], name, ...rest)
}

function outlet(name: string, ...rest: Rest): Retailer {
  return retailer('outlet', [], name, ...rest)
}

function specialist(name: string, ...rest: [...Rest, only: readonly string[]]): Retailer {
  const [host, habit, ending, address, only] = rest
  return retailer('specialist', only, name, host, habit, ending, address)
}

function retailer(tier: Tier, only: readonly string[], name: string, ...rest: Rest): Retailer {
  const [host, habit, ending, address] = rest
  return { name, host, tier, habit, ending, address, only }
}

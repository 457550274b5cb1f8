import { ankleBoots } from './ankle-boot.ts'
import { backpacks } from './backpack.ts'
import { belts } from './belt.ts'
import { blazers } from './blazer.ts'
import { clutches } from './clutch.ts'
import { crossbodies } from './crossbody.ts'
import { dresses } from './dress.ts'
import { earringPairs } from './earrings.ts'
import { gowns } from './gown.ts'
import { jeansPairs } from './jeans.ts'
import { knits } from './knit.ts'
import { loafers } from './loafer.ts'
import type { StillLife } from './photograph.ts'
import { pumps } from './pump.ts'
import { sandals } from './sandal.ts'
import { scarves } from './scarf.ts'
import { shirts } from './shirt.ts'
import { shoulderBags } from './shoulder-bag.ts'
import { skirts } from './skirt.ts'
import { sneakers } from './sneaker.ts'
import { sunglasses } from './sunglasses.ts'
import { totes } from './tote.ts'
import { trenches } from './trench.ts'
import { watches } from './watch.ts'
import { woolCoats } from './wool-coat.ts'

/** Every kind of product in the demo catalogue, with its designs in the order of their numbers. */
export const drawings: Record<string, readonly (() => StillLife)[]> = {
  tote: totes,
  'shoulder-bag': shoulderBags,
  crossbody: crossbodies,
  clutch: clutches,
  backpack: backpacks,
  pump: pumps,
  sandal: sandals,
  sneaker: sneakers,
  loafer: loafers,
  'ankle-boot': ankleBoots,
  dress: dresses,
  gown: gowns,
  trench: trenches,
  'wool-coat': woolCoats,
  blazer: blazers,
  knit: knits,
  shirt: shirts,
  jeans: jeansPairs,
  skirt: skirts,
  scarf: scarves,
  belt: belts,
  sunglasses,
  watch: watches,
  earrings: earringPairs,
}

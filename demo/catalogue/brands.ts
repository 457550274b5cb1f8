import type { Kind } from './kinds.ts'

export type Level = 'contemporary' | 'designer' | 'luxury'

export type Brand = { name: string; level: Level; madeIn: string; makes: readonly Kind[] }

const bags = ['tote', 'shoulder-bag', 'crossbody', 'clutch', 'backpack'] as const
const leather = [...bags, 'belt'] as const
const shoes = ['pump', 'sandal', 'sneaker', 'loafer', 'ankle-boot'] as const
const heels = ['pump', 'sandal', 'ankle-boot'] as const
const flats = ['sneaker', 'loafer', 'ankle-boot'] as const
const evening = ['gown', 'dress', 'clutch', 'sandal', 'earrings'] as const
const coats = ['trench', 'wool-coat', 'blazer'] as const
const wardrobe = ['dress', 'blazer', 'shirt', 'skirt', 'knit'] as const
const knitwear = ['knit', 'scarf', 'wool-coat'] as const
const denim = ['jeans', 'shirt', 'trench'] as const

/** Every house here is invented. */
export const brands: readonly Brand[] = [
  house('Amaranta Solís', 'luxury', 'Spain', evening, 'scarf', 'skirt'),
  house('Castelmorra', 'luxury', 'Italy', leather, 'loafer'),
  house('Contessa Brivaldi', 'luxury', 'Italy', evening, 'pump'),
  house('Delphine Corvane', 'luxury', 'France', coats, wardrobe, 'gown'),
  house('Eirian Thorne', 'luxury', 'Wales', knitwear, 'skirt'),
  house('Harcastle & Wren', 'luxury', 'England', coats, 'scarf', 'loafer'),
  house('Hélène Marchadour', 'luxury', 'France', evening, 'shirt', 'skirt'),
  house('Ilse Vandroye', 'luxury', 'Italy', coats, 'dress', 'ankle-boot', 'shirt'),
  house('Lucrezia Tarvo', 'luxury', 'Italy', heels, 'clutch', 'gown'),
  house('Maison Aubrelle', 'luxury', 'France', bags, 'scarf', 'trench', 'dress'),
  house('Montrève', 'luxury', 'Switzerland', 'watch'),
  house('Orsolo Fenzani', 'luxury', 'Italy', shoes, 'belt'),
  house('Ottavia Serrone', 'luxury', 'Italy', bags, 'pump', 'sunglasses'),
  house('Palazzo Merillo', 'luxury', 'Italy', wardrobe, 'wool-coat', 'earrings'),
  house('Sabine Rothenau', 'luxury', 'Germany', coats, 'knit', 'gown'),
  house('Tara Velkhar', 'luxury', 'India', 'gown', 'scarf', 'earrings', 'clutch'),
  house('Thibault d’Arcenne', 'luxury', 'France', leather, 'loafer', 'watch'),
  house('Vauclair Dumesne', 'luxury', 'France', heels, 'shoulder-bag', 'earrings'),
  house('Zahrelle Amane', 'luxury', 'France', evening, 'belt'),
  house('Zofia Marwenka', 'luxury', 'Poland', 'wool-coat', 'dress', 'gown', 'knit'),

  house('Aldwyn Forsey', 'designer', 'England', flats, 'belt', 'backpack'),
  house('Aurelio Sanvera', 'designer', 'Mexico', leather, 'sandal', 'ankle-boot'),
  house('Bellisarda', 'designer', 'Italy', wardrobe, 'scarf'),
  house('Bexhall & Moor', 'designer', 'Scotland', knitwear, 'blazer', 'backpack'),
  house('Carrigan Hale', 'designer', 'United States', denim, 'jeans', 'tote', 'ankle-boot'),
  house('Casa Berruel', 'designer', 'Spain', leather, 'sandal'),
  house('Corisanne Vale', 'designer', 'England', evening, 'shirt'),
  house('Elbenwerk', 'designer', 'Germany', 'sunglasses', 'watch', 'backpack'),
  house('Ereni Thalassou', 'designer', 'Greece', 'sandal', 'earrings', 'dress', 'tote'),
  house('Faubert Lunetier', 'designer', 'France', 'sunglasses'),
  house('Fontemaro', 'designer', 'Italy', shoes),
  house('Hallvik Strand', 'designer', 'Norway', knitwear, 'trench'),
  house('Hoshinami', 'designer', 'Japan', wardrobe, 'trench', 'jeans'),
  house('Iolanthe Grey', 'designer', 'England', 'dress', 'gown', 'skirt', 'shirt'),
  house('Isolde Marrick', 'designer', 'Ireland', 'earrings', 'watch', 'scarf'),
  house('Kasumori', 'designer', 'Japan', bags, 'shirt', 'sneaker', 'skirt'),
  house('Kessler Ordane', 'designer', 'Switzerland', 'watch', 'belt'),
  house('Kirsi Aallova', 'designer', 'Finland', wardrobe, 'wool-coat'),
  house('Lourenço Bravil', 'designer', 'Portugal', shoes, 'tote'),
  house('Mirela Dovanu', 'designer', 'Romania', 'knit', 'skirt', 'shirt', 'dress'),
  house('Nerodoro', 'designer', 'Italy', 'sunglasses', 'earrings', 'clutch', 'crossbody'),
  house('Ondine Lavaissy', 'designer', 'France', bags, 'scarf'),
  house('Penhallow Locke', 'designer', 'England', coats, 'loafer', 'shirt'),
  house('Selin Arkova', 'designer', 'Türkiye', 'trench', 'belt', 'ankle-boot', 'crossbody'),
  house('Seorim Atelier', 'designer', 'South Korea', 'blazer', 'skirt', 'shoulder-bag', 'knit'),
  house('Sølvane', 'designer', 'Denmark', bags, 'knit', 'wool-coat', 'earrings'),
  house('Tessandre', 'designer', 'France', heels, 'skirt', 'dress'),
  house('Thornquist Ashe', 'designer', 'England', flats, 'wool-coat', 'scarf'),
  house('Van der Loeven', 'designer', 'Belgium', coats, flats, 'jeans'),
  house('Vossmark', 'designer', 'Germany', 'backpack', 'sneaker', 'trench', 'watch'),
  house('Ximena Tordesa', 'designer', 'Spain', heels, 'dress', 'belt'),

  house('Atelier Septante', 'contemporary', 'Portugal', wardrobe, 'trench'),
  house('Fjellmark', 'contemporary', 'Portugal', 'backpack', 'knit', 'scarf', 'ankle-boot'),
  house('Harrow Finch', 'contemporary', 'Portugal', 'shirt', 'blazer', 'jeans', 'loafer'),
  house('Indigo Parrish', 'contemporary', 'United States', denim, 'skirt'),
  house('Juniper Stroud', 'contemporary', 'Italy', bags, 'belt'),
  house('Lindqvarn', 'contemporary', 'Portugal', 'sneaker', 'backpack'),
  house('Lomaria', 'contemporary', 'Brazil', 'sandal', 'tote', 'dress', 'sunglasses'),
  house('Maré Lenta', 'contemporary', 'Portugal', 'sandal', 'tote', 'dress', 'earrings'),
  house('Odd Lantern', 'contemporary', 'Canada', 'sneaker', 'jeans', 'crossbody', 'sunglasses'),
  house('Petit Verso', 'contemporary', 'France', 'earrings', 'scarf', 'clutch', 'shirt'),
  house('Rivet & Rue', 'contemporary', 'Canada', denim, 'belt'),
  house('Viale Nove', 'contemporary', 'Italy', flats, 'pump', 'crossbody'),
  house('Wattle & Rye', 'contemporary', 'Australia', 'dress', 'tote', 'sandal', 'skirt'),
]

function house(
  name: string,
  level: Level,
  madeIn: string,
  ...lines: readonly (Kind | readonly Kind[])[]
): Brand {
  return { name, level, madeIn, makes: [...new Set(lines.flat())] }
}

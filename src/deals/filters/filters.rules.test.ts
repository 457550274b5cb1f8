import { describe, expect, test } from 'vitest'
import { filterLabel } from './filters.copy.ts'
import { isNarrowed, NO_FILTERS, sortOf, writeFilters } from './filters.facts.ts'
import { asksForMembersFilters } from './members-only.facts.ts'
import { MOST_CHOSEN, MOST_CHOSEN_IN_ALL, readFilters } from './reading.facts.ts'

const read = (address: string) => readFilters(new URLSearchParams(address))
const written = (address: string) => writeFilters(read(address).filters)

describe('filters of an address', () => {
  test.each([
    ['', ''],
    ['page=1', ''],
    ['sort=newest', ''],
    ['q=boots&sort=best', 'q=boots'],
    ['q=boots&sort=newest', 'q=boots&sort=newest'],
    // In any order, with repetitions, and with the empty fields that a form sends.
    [
      'page=2&max=200&brand=b&category=&min=&brand=a,b&category=heels,boots&q= Aubrelle++coat ',
      'q=Aubrelle+coat&category=boots,heels&brand=a,b&max=200&page=2',
    ],
    ['ended=1&day=week&off=30&save=50', 'off=30&save=50&day=week&ended=1'],
    ['day=2026-11-21', 'day=2026-11-21'],
    ['retailer=r&not-retailer=s&ships=CA', 'retailer=r&not-retailer=s&ships=CA'],
    ['not-brand=x&not-category=bags', 'not-brand=x&not-category=bags'],
    ['size=clothing-women-8', 'size=clothing-women-8'],
    ['brand=%E6%9D%B1', 'brand=%E6%9D%B1'],
    ['utm_source=x&limit=3&fields=*', ''],
  ])('%j are written as %j, and read again as the same', (address, canonical) => {
    expect(written(address)).toBe(canonical)
    expect(read(canonical)).toEqual({ filters: read(address).filters, problems: [] })
  })

  test.each([
    ['category=hats', 'category', 'hats', 'must be one of our categories'],
    ['category=,,,', 'category', ',,,', 'must be one of our categories'],
    ['brand=%20&brand=,', 'brand', ' ,,', 'must be a brand'],
    ['colour=noir', 'colour', 'noir', 'must be one of our colours'],
    ['department=woman', 'department', 'woman', 'must be one of our departments'],
    ['not-category=x', 'not-category', 'x', 'must be one of our categories'],
    ['min=1&min=2', 'min', '1, 2', 'must be given once'],
    ['q=a&q=b', 'q', 'a, b', 'must be given once'],
    ['min=-1', 'min', '-1', 'must be whole dollars from 0 to 1000000'],
    ['max=99999999999', 'max', '99999999999', 'must be whole dollars from 0 to 1000000'],
    ['max=1e3', 'max', '1e3', 'must be whole dollars from 0 to 1000000'],
    ['max=٣', 'max', '٣', 'must be whole dollars from 0 to 1000000'],
    ['min=300&max=200', 'max', '200', 'must be at least 300, as min is'],
    ['off=0', 'off', '0', 'must be a whole number of percent from 1 to 99'],
    ['save=x', 'save', 'x', 'must be whole dollars from 1 to 1000000'],
    [
      'day=yesterday',
      'day',
      'yesterday',
      'must be today, week, month or a day, such as 2026-11-21',
    ],
    [
      'day=2026-02-30',
      'day',
      '2026-02-30',
      'must be today, week, month or a day, such as 2026-11-21',
    ],
    ['day=toString', 'day', 'toString', 'must be today, week, month or a day, such as 2026-11-21'],
    [
      'sort=productName',
      'sort',
      'productName',
      'must be one of newest, percent-off, amount-off, price-up, price-down, best',
    ],
    ['sort=best', 'sort', 'best', 'must be another one without words to search for'],
    ['ended=yes', 'ended', 'yes', 'must be 1'],
    ['page=0', 'page', '0', 'must be a whole number from 1 to 1000000'],
    ['page=', 'page', '', 'must be a whole number from 1 to 1000000'],
    ['ships=canada', 'ships', 'canada', 'must be a country by its two letters, such as CA'],
    ['q=!!!', 'q', '!!!', 'must be words'],
    ['q=a%00b', 'q', 'a\ufffdb', 'must be words'],
    ['q=%ED%A0%80', 'q', '\ufffd\ufffd\ufffd', 'must be words'],
    [`q=${'x'.repeat(101)}`, 'q', `${'x'.repeat(60)}…`, 'must be at most 100 characters'],
    ['brand=%00', 'brand', '\ufffd', 'must be a brand'],
    [`brand=${'x'.repeat(201)}`, 'brand', `${'x'.repeat(60)}…`, 'must be a brand'],
  ])('%s is named, and is not among them', (address, name, value, message) => {
    const { filters, problems } = read(address)
    expect(problems).toEqual([{ name, value, message }])
    expect(writeFilters({ ...filters, min: undefined })).toBe('')
  })

  test.each([
    ['brand=a,b&not-brand=b,c', 'not-brand', 'b', 'brand=a,b&not-brand=c'],
    ['not-category=bags&category=bags', 'not-category', 'bags', 'category=bags'],
    ['retailer=r&not-retailer=r', 'not-retailer', 'r', 'retailer=r'],
  ])(
    'what is chosen and left out at once is chosen, and said so: %s',
    (address, name, value, left) => {
      expect(written(address)).toBe(left)
      const message = `must not be chosen by ${name.slice('not-'.length)} as well`
      expect(read(address).problems).toEqual([{ name, value, message }])
    },
  )

  test.each([
    ['a b c d e f g h i j', 'a b c d e f g h', 'i j'],
    // The rest has nothing that could be searched for.
    ['! ! ! ! ! ! ! ! a', '', 'a'],
  ])('of more words than anybody needs the first are searched for: %j', (typed, q, more) => {
    expect(read(`q=${encodeURIComponent(typed)}`)).toMatchObject({
      filters: { q },
      problems: [{ name: 'q', value: more, message: 'must be at most 8 words' }],
    })
  })

  test('takes words in any alphabet', () => {
    for (const q of ['ботинки', '靴', 'μπότες', 'Hervé', '🧥 coat']) {
      expect(read(`q=${encodeURIComponent(q)}`)).toMatchObject({ filters: { q }, problems: [] })
    }
  })

  test('takes no more of one kind than anybody chooses, and no more of all', () => {
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name}=v${String(index).padStart(3, '0')}`)
    const one = read(many('brand', MOST_CHOSEN + 3).join('&'))
    expect(one.filters.brand).toHaveLength(MOST_CHOSEN)
    expect(one.problems).toEqual([
      { name: 'brand', value: 'v030,v031,v032', message: 'must be at most 30 of them' },
    ])
    const all = read([...many('brand', 30), ...many('size', 30)].join('&'))
    expect(all.filters.brand.length + all.filters.size.length).toBe(MOST_CHOSEN_IN_ALL)
    expect(all.problems.map(({ name }) => name)).toEqual(['size'])
  })

  test('those of members are known by their names, whatever they say', () => {
    for (const address of ['retailer=x', 'retailer=', 'not-retailer=%00', 'ships=CA&ships=US']) {
      expect(asksForMembersFilters(new URLSearchParams(address))).toBe(true)
    }
    expect(asksForMembersFilters(new URLSearchParams('retailers=x&brand=retailer'))).toBe(false)
  })

  test('say whether anything is chosen, and in which order the list is', () => {
    expect(isNarrowed({ ...NO_FILTERS, page: 4, sort: 'price-up' })).toBe(false)
    expect(isNarrowed({ ...NO_FILTERS, ended: true })).toBe(true)
    expect([sortOf(NO_FILTERS), sortOf({ q: 'a', sort: undefined })]).toEqual(['newest', 'best'])
  })

  test.each([
    ['max', '200', undefined, 'Under $200'],
    ['min', '1500', undefined, 'From $1,500'],
    ['off', '40', undefined, '40% off or more'],
    ['save', '100', undefined, '$100 off or more'],
    ['category', 'coats-and-jackets', undefined, 'Coats & Jackets'],
    ['not-category', 'bags', undefined, 'Without Bags'],
    ['brand', 'aubrelle', 'Aubrelle', 'Aubrelle'],
    ['not-brand', 'aubrelle', 'Aubrelle', 'Without Aubrelle'],
    ['ships', 'CA', undefined, 'Ships to Canada'],
    ['day', 'week', undefined, 'Last 7 days'],
    ['day', '2026-11-21', undefined, 'Nov 21, 2026'],
    ['q', 'boots', undefined, '“boots”'],
  ] as const)('are called by people: %s %s', (name, value, known, label) => {
    expect(filterLabel(name, value, known)).toBe(label)
  })
})

import type { SavingsTotals } from '#app/savings/savings.contract.ts'
import { MONTHS_DRAWN } from '#app/savings/savings.facts.ts'
import { membershipYears, monthsUntil } from './periods.rules.ts'

export type DaySum = {
  boughtOn: string
  state: string
  savingCents: number
  purchases: number
  /** How many of them saved something. */
  saving: number
}

/** Computes all totals of the page from the sums by day. */
export function totalsOf(
  all: DaySum[],
  { firstDay, today }: { firstDay: string | undefined; today: string },
): SavingsTotals {
  const days = all.filter(({ state }) => state !== 'open' && state !== 'not-bought')
  const years = [...new Set(days.map(({ boughtOn }) => boughtOn.slice(0, 4)))].sort().reverse()
  return {
    ever: sumsOf(days),
    years: years.map((year) => ({
      year: Number(year),
      ...sumsOf(days.filter(({ boughtOn }) => boughtOn.startsWith(year))),
    })),
    membershipYears: membershipYears(firstDay, today)
      .map((year) => ({
        ...year,
        ...sumsOf(days.filter(({ boughtOn }) => boughtOn >= year.from && boughtOn <= year.until)),
      }))
      .reverse(),
    months: monthsUntil(today, MONTHS_DRAWN).map((month) => ({
      month,
      counted: sumsOf(days.filter(({ boughtOn }) => boughtOn.startsWith(month))).counted,
    })),
  }
}

/** Counts answered purchases; one without a trip was answered by being recorded. */
export function countAnswered(days: DaySum[]): number {
  return days.reduce((sum, { state, purchases }) => sum + (state === 'open' ? 0 : purchases), 0)
}

function sumsOf(days: DaySum[]) {
  const of = (state: string) => days.filter((each) => each.state === state)
  const cents = (state: string) => of(state).reduce((sum, each) => sum + each.savingCents, 0)
  const [recorded, confirmed] = [cents('recorded'), cents('confirmed')]
  const counted = [...of('recorded'), ...of('confirmed')]
  return {
    counted: (recorded + confirmed) / 100,
    recorded: recorded / 100,
    confirmed: confirmed / 100,
    returned: cents('returned') / 100,
    rejected: cents('rejected') / 100,
    purchases: counted.reduce((sum, day) => sum + day.purchases, 0),
    purchasesSaving: counted.reduce((sum, day) => sum + day.saving, 0),
  }
}

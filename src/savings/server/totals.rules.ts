import type { SavingsTotals } from '#app/savings/savings.contract.ts'
import { MONTHS_DRAWN } from '#app/savings/savings.facts.ts'
import { membershipYears, monthsUntil } from './periods.rules.ts'

type DaySum = { boughtOn: string; state: string; savingCents: number; purchases: number }

/** Every total of the page, from what was bought on which day. */
export function totalsOf(
  days: DaySum[],
  { firstDay, today }: { firstDay: string | undefined; today: string },
): SavingsTotals {
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

function sumsOf(days: DaySum[]) {
  const of = (state: string) => days.filter((each) => each.state === state)
  const cents = (state: string) => of(state).reduce((sum, each) => sum + each.savingCents, 0)
  const [recorded, confirmed] = [cents('recorded'), cents('confirmed')]
  return {
    counted: (recorded + confirmed) / 100,
    recorded: recorded / 100,
    confirmed: confirmed / 100,
    returned: cents('returned') / 100,
    rejected: cents('rejected') / 100,
    purchases: [...of('recorded'), ...of('confirmed')].reduce((sum, day) => sum + day.purchases, 0),
  }
}

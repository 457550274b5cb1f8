import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import { SIZE_CHARTS } from '#app/deals/vocabulary/sizes.facts.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { Setup } from '#app/follows/follows.contract.ts'
import { EverythingFollowed } from '#app/follows/web/EverythingFollowed.tsx'
import { setupQuery } from '#app/follows/web/page-queries.ts'
import { countOf } from '#app/shared/counts.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { BrandPicks } from './BrandPicks.tsx'
import { Ceilings } from './Ceilings.tsx'
import { Picks } from './Picks.tsx'
import { SetupStep } from './SetupStep.tsx'
import { SizePicks } from './SizePicks.tsx'
import type { SetupSent } from './setup-form.rules.ts'
import { useFit } from './use-fit.ts'
import './setup.css'

const CATEGORY_GROUPS = VOCABULARY.category.filter(({ parent }) => parent === undefined)

/** The setup on one page: six steps, each of them optional. */
export function SetupForm({ sent }: { sent: SetupSent | undefined }) {
  const { data, error } = useQuery<Setup>(setupQuery)
  if (!data && error)
    return <AccountFailure eyebrow="For you" href={paths.forYouSetup()} subject="choices" />
  if (!data) return <div className="wrap solo" role="status" aria-label="Loading" />
  return <Loaded setup={data} sent={sent} />
}

function Loaded({ setup, sent }: { setup: Setup; sent: SetupSent | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  const wish = sent?.wish ?? setup.wish
  const { fit, count } = useFit(form, sent?.fit ?? setup.fit)
  const { state } = useNavigation()
  const isHydrated = useHydrated()
  const problems = sent?.problems ?? {}
  const fields = { wish, setup, found: sent?.found, onChange: count }
  return (
    <div className="wrap py-8 lg:py-14">
      <header className="mb-8 max-w-[40rem]">
        <p className="caps mb-3">For you</p>
        <h1 className="headline mb-4">What do you want?</h1>
        <p className="lead">
          Two minutes. Leave as it is whatever does not matter to you; all of it can be changed
          later.
        </p>
      </header>
      {(sent?.refusal || Object.keys(problems).length > 0) && (
        <p className="notice mb-8" role="alert">
          {sent?.refusal ?? 'Nothing is kept yet: a price below is none.'}
        </p>
      )}
      <Form ref={form} method="post" action={paths.forYouSetup()} onChange={count} noValidate>
        {/* The first submit button is the one that Enter presses. */}
        <button type="submit" className="sr" tabIndex={-1} aria-hidden>
          Show me what fits
        </button>
        <SetupStep number={1} title="For whom" lead="None chosen is all of them.">
          <Picks
            name="department"
            options={VOCABULARY.department.map(({ value, label }) => ({ value, label }))}
            chosen={wish.departments}
          />
        </SetupStep>
        <SetupStep
          number={2}
          title="Brands to follow"
          lead="Those with the most deals of late first."
        >
          <BrandPicks {...fields} name="brand" chosen={wish.brands} />
        </SetupStep>
        <SetupStep number={3} title="Categories to follow">
          {CATEGORY_GROUPS.map((group) => (
            <Picks
              key={group.value}
              name="category"
              options={[
                { value: group.value, label: `All ${group.label.toLowerCase()}` },
                ...VOCABULARY.category.filter(({ parent }) => parent === group.value),
              ]}
              chosen={wish.categories}
              label={group.label}
            />
          ))}
        </SetupStep>
        <SetupStep
          number={4}
          title="Your sizes"
          lead="Retailers count differently: all of it is approximate. Choose more than one where you are between two."
        >
          {SIZE_CHARTS.map((chart) => (
            <SizePicks key={chart.id} chart={chart} chosen={wish.sizes} />
          ))}
        </SetupStep>
        <SetupStep
          number={5}
          title="The most you want to pay"
          lead="What costs less comes first. Nothing is left out by it."
        >
          <Ceilings ceilings={wish.ceilings} problems={problems} />
        </SetupStep>
        <SetupStep number={6} title="What to leave out" lead="You do not see it under For you.">
          <Picks
            name="hidden-category"
            options={VOCABULARY.category}
            chosen={wish.hiddenCategories}
            label="Categories"
          />
          <BrandPicks {...fields} name="hidden-brand" chosen={wish.hiddenBrands} label="Brands" />
        </SetupStep>
        <div className="fit">
          <p role="status" className="text-sm">
            <strong className="font-semibold">{countOf(fit.deals, 'deal')}</strong>
            {` of the last ${fit.days} days ${fit.deals === 1 ? 'fits' : 'fit'}`}
          </p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            {!isHydrated && (
              <button type="submit" name="count" value="1" className="text-button">
                Count again
              </button>
            )}
            <button type="submit" name="later" value="1" className="text-button">
              {setup.isSetUp ? 'Leave it as it was' : 'Later'}
            </button>
            <Button type="submit" isBusy={state === 'submitting'}>
              Show me what fits
            </Button>
          </div>
        </div>
      </Form>
      <EverythingFollowed />
    </div>
  )
}

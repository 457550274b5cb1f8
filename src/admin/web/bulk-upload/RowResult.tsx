import { Link } from 'react-router'
import { formatPrice } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import type { ReportRow } from './report.rules.ts'

export function RowResult({ row: { row, state, facts, problems, duplicate } }: { row: ReportRow }) {
  const prices = [facts?.originalPrice, facts?.salePrice].map((price) =>
    typeof price === 'number' ? formatPrice(price) : '',
  )
  return (
    <tr data-rows={state}>
      <td className="figure">{row}</td>
      <td>
        {facts && (
          <div className="bulk-piece">
            <Thumb picture={facts.picture} />
            <div>
              <p className="bulk-brand">{facts.brandName}</p>
              <p>{facts.productName}</p>
              <p className="soft bulk-shop-below">
                <Shop facts={facts} />
              </p>
              <p className="soft bulk-prices-below">
                {prices.toReversed().filter(Boolean).join(' · ')}
              </p>
            </div>
          </div>
        )}
      </td>
      <td className="figure bulk-price">{prices[0]}</td>
      <td className="figure bulk-price">{prices[1]}</td>
      <td className="bulk-shop">{facts && <Shop facts={facts} />}</td>
      <td>
        {state === 'new' && <span className="soft">New</span>}
        {duplicate && <SameAs sameAs={duplicate.sameAs} />}
        {state === 'problem' && problems.length === 0 && (
          <span className="soft">Waits for the headings</span>
        )}
        {problems.map(({ column, value, reason }) => (
          <p key={column + reason} className="bulk-problem">
            <strong>{column}</strong> {value !== '' && <q>{value}</q>} {reason}
          </p>
        ))}
      </td>
    </tr>
  )
}

function Shop({ facts: { retailer, state } }: { facts: NonNullable<ReportRow['facts']> }) {
  // Of a piece that is there already nothing is stored, and so no shop.
  const isNew = retailer.name !== '' && !retailer.isKnown && state !== 'duplicate'
  return (
    <>
      {retailer.name}
      {isNew && <span className="soft"> (new shop)</span>}
    </>
  )
}

function SameAs({ sameAs }: Pick<NonNullable<ReportRow['duplicate']>, 'sameAs'>) {
  if ('row' in sameAs) return <>{`The same link as in row ${sameAs.row}`}</>
  return (
    <>
      Already there:{' '}
      <Link
        className="link"
        to={`${paths.admin()}?ids=${encodeURIComponent(sameAs.dealId)}#manage-deals`}
      >
        {`${sameAs.brandName} ${sameAs.productName}`.trim() || 'a draft'}
      </Link>
    </>
  )
}

function Thumb({ picture }: { picture: string | null }) {
  const { pictureHost } = useSiteSettings()
  if (!picture) return <span className="bulk-thumb" />
  return (
    <img
      className="bulk-thumb"
      src={`${pictureHost}/ndc-images/${picture.replace(/\.jpg$/, '')}-320.webp`}
      width={40}
      height={50}
      loading="lazy"
      alt=""
    />
  )
}

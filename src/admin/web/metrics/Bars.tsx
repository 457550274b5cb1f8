import {
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'

type ChartBar = {
  /** The label on the axis; `name` is the long form for the tooltip. */
  label: string
  name: string
  value: number
  /** The value in words, for the tooltip. */
  words: string
  /** Drawn lighter: below the claim. */
  isLight?: boolean
  /** Stacked on top, drawn lighter. */
  more?: number
  /** The value of the previous period, drawn as a line. */
  before?: number
}

export type BarsProps = {
  bars: ChartBar[]
  /** A horizontal reference line. */
  mark?: number
  write: (value: number) => string
}

const SMALL = { fontSize: 12, fill: 'var(--color-ink-soft)' }
const INK = 'var(--color-ink)'
const LIGHT = 'var(--color-edge)'

export function Bars({ bars, mark, write }: BarsProps) {
  const hasMore = bars.some(({ more }) => more !== undefined)
  const hasBefore = bars.some(({ before }) => before !== undefined)
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={bars}
        margin={{ top: 12, right: 14, bottom: 0, left: 0 }}
        barCategoryGap={bars.length > 60 ? '15%' : '28%'}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-hairline)" />
        <XAxis
          dataKey="label"
          tick={SMALL}
          tickLine={false}
          tickMargin={8}
          minTickGap={28}
          axisLine={{ stroke: INK }}
          interval="preserveStartEnd"
        />
        <YAxis
          tick={SMALL}
          tickLine={false}
          axisLine={false}
          tickMargin={8}
          width="auto"
          allowDecimals={false}
          tickCount={4}
          tickFormatter={write}
        />
        <Tooltip
          cursor={{ fill: 'var(--color-linen)' }}
          isAnimationActive={false}
          content={(props) => <Told {...props} />}
        />
        <Bar dataKey="value" stackId="bar" maxBarSize={56} isAnimationActive={false}>
          {bars.map(({ name, isLight }) => (
            <Cell key={name} fill={isLight ? LIGHT : INK} />
          ))}
        </Bar>
        {hasMore && (
          <Bar
            dataKey="more"
            stackId="bar"
            maxBarSize={56}
            fill={LIGHT}
            isAnimationActive={false}
          />
        )}
        {hasBefore && (
          <Line
            dataKey="before"
            stroke={LIGHT}
            strokeWidth={1.5}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        )}
        {mark !== undefined && (
          <ReferenceLine
            y={mark}
            stroke="var(--color-oxblood)"
            strokeDasharray="5 4"
            ifOverflow="extendDomain"
          />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function Told({ active, payload }: Pick<TooltipContentProps, 'active' | 'payload'>) {
  const bar = payload?.[0]?.payload as ChartBar | undefined
  if (!active || !bar) return null
  return (
    <div className="metrics-told">
      <strong>{bar.name}</strong>
      <span>{bar.words}</span>
    </div>
  )
}

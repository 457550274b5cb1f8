import {
  type Progress,
  progressInWords,
  STAGE_NAMES,
  STAGES,
  type Stage,
} from '#app/admin/web/shell/words.rules.ts'

type Props = { work: 'checking' | 'importing'; progress: Progress }

/** Where a check or an import has got to: the stages, a bar for the present one, and words. */
export function UploadProgress({ work, progress }: Props) {
  const { stage, done, total } = progress
  const stages: readonly Stage[] =
    work === 'checking' ? STAGES.filter((each) => each !== 'writing') : STAGES
  const at = stages.indexOf(stage)
  return (
    <div className="bulk-progress">
      <ol className="bulk-stages">
        {stages.map((each, index) => (
          <li
            key={each}
            aria-current={index === at ? 'step' : undefined}
            data-done={index < at || undefined}
          >
            {STAGE_NAMES[each]}
          </li>
        ))}
      </ol>
      <progress
        className="bulk-bar"
        aria-label={work === 'checking' ? 'Checking the sheet' : 'Importing the sheet'}
        value={total > 0 ? Math.min(done, total) : undefined}
        max={total > 0 ? total : 1}
      />
      <p className="tabular-nums">{progressInWords(progress)}</p>
    </div>
  )
}

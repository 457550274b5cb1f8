import { Button } from '#app/ui/Button.tsx'
import { MailForm } from './MailForm.tsx'
import { useMailChoices } from './queries.ts'

/** Not shown to someone who has already answered. */
export default function MailQuestion({ onLater }: { onLater: () => void }) {
  const { data } = useMailChoices()
  if (!data || data.edition !== null) return null
  return (
    <section
      className="mail-question border-b border-hairline bg-linen"
      aria-labelledby="mail-question"
    >
      <div className="wrap grid gap-x-8 gap-y-10 py-12 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2 id="mail-question" className="headline mb-4">
            May we write to you?
          </h2>
          <p className="lead mb-6 max-w-[26rem]">
            You say what comes, and when. Without an answer nothing comes.
          </p>
          <Button variant="quiet" onClick={onLater}>
            Later
          </Button>
        </div>
        <div className="min-w-0 lg:col-span-7 lg:col-start-6">
          <MailForm choices={data} place="after-joining" />
        </div>
      </div>
    </section>
  )
}

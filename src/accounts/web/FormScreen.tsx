import type { ReactNode } from 'react'
import { Support } from '#app/web/page/Support.tsx'

type Props = { title: string; lead: string; children: ReactNode }

/** Layout of a page with a single form: explanation on one side, the form on the other. */
export function FormScreen({ title, lead, children }: Props) {
  return (
    <div className="wrap grid gap-x-8 gap-y-10 py-12 lg:grid-cols-12 lg:py-24">
      <div className="lg:col-span-6">
        <h1 className="headline mb-4 max-w-[12ch]">{title}</h1>
        <p className="lead max-w-[30rem]">{lead}</p>
      </div>
      <div className="max-w-[30rem] lg:col-span-5 lg:col-start-8 lg:pt-3">
        {children}
        <p className="fine mt-10">
          Still stuck? Write to <Support />
        </p>
      </div>
    </div>
  )
}

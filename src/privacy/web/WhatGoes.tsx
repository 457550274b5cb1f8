import type { ReactNode } from 'react'
import { useSiteSettings } from '#app/web/site-settings.ts'

/** What deleting an account does, before somebody says yes to it. */
export function WhatGoes() {
  const { tracking } = useSiteSettings()
  return (
    <div className="grid gap-4">
      <p>
        This cannot be undone. A membership that is running, or on trial, ends at once, and time
        that is left is not refunded.
      </p>
      <List title="What goes">
        <li>your e-mail address and your password</li>
        <li>every browser that is signed in</li>
        <li>the brand and last digits of your card</li>
        <li>whatever ties payments, clicks and mails to you</li>
        <li>the guarantee, with the savings it counts: to be paid back under it, ask us first</li>
      </List>
      <List title="What stays, without your name">
        <li>payments and refunds, as the law demands: dates, amounts and references</li>
        <li>a hash that tells that the free trial was used</li>
        <li>how often each deal was opened</li>
        {tracking && (
          <li>for 30 days, that an advertiser was told of something, but not of whom</li>
        )}
      </List>
    </div>
  )
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="font-semibold text-ink">{title}</p>
      <ul className="mt-1 grid list-disc gap-1 pl-5">{children}</ul>
    </div>
  )
}

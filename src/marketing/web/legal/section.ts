import type { ReactNode } from 'react'

/** A part of terms or policy, under its heading. */
export type LegalSection = { id: string; title: string; body: ReactNode }

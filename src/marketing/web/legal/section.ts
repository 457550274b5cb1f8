import type { ReactNode } from 'react'

/** A section of terms or policy. */
export type LegalSection = { id: string; title: string; body: ReactNode }

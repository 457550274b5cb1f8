import { paths } from '#app/shared/paths.ts'
import { site } from '#app/shared/site.ts'
import type { Head } from '#app/web/page/head.ts'

/** Of the sign-in screen, which has two addresses and one that counts. */
export const signInHead: Head = {
  title: `Sign in · ${site.name}`,
  description: `Sign in to ${site.name} and read today's designer deals.`,
  canonicalPath: paths.signIn(),
}

/**
 * Turns a page of ours into a read-only document: links lead where `leadsTo` says, or nowhere, and forms
 * cannot be sent. Relies on our renderer's output: attributes in double quotes, with special characters
 * escaped.
 */
export function onlySeen(html: string, leadsTo: (address: string) => string | undefined): string {
  return html
    .replace(/<a\b[^>]*>/g, (tag) =>
      tag
        .replace(/ (?:target|ping)="[^"]*"/g, '')
        .replace(/ href="([^"]*)"/, (_, address: string) => {
          const link = leadsTo(address.replaceAll('&amp;', '&'))
          return link === undefined
            ? ' aria-disabled="true"'
            : ` href="${link.replaceAll('&', '&amp;')}"`
        }),
    )
    .replace(/<(form|button|input)\b[^>]*>/g, (tag) =>
      tag.replace(/ (?:form)?action="[^"]*"/g, '').replace(/ method="[^"]*"/g, ''),
    )
}

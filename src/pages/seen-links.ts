/**
 * A page of ours as a document to look at: its links lead where `leadsTo` says, or nowhere, and nothing in it can be
 * sent. As our own renderer writes it: attributes stand in double quotes, with what could end them escaped.
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

import { useClub } from '#app/web/site-settings.ts'

/** The company behind the club, for a line of text. */
export function WhoWeAre() {
  const { company, registerNumber, postalAddress } = useClub()
  return <>{`${company}, register number ${registerNumber}, ${postalAddress}`}</>
}

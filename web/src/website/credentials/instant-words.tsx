import { instantTexts } from '../../format/instants.js'

/** A time in the reader's zone and in UTC, so that it is unambiguous in another zone. */
export const InstantWords = ({ lead, atMs }: { lead: string; atMs: number }) => {
  const [zoned, utc] = instantTexts(atMs)
  return (
    <>
      {lead} {zoned} <span class="nowrap">({utc})</span>
    </>
  )
}

import { instantTexts } from '../../format/instants.js'

/** A moment that counts whatever zone somebody is in later: as the reader counts time, and in UTC. */
export const InstantWords = ({ lead, atMs }: { lead: string; atMs: number }) => {
  const [zoned, utc] = instantTexts(atMs)
  return (
    <>
      {lead} {zoned} <span class="nowrap">({utc})</span>
    </>
  )
}

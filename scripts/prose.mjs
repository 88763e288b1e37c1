// npm run prose [-- SURFACE]: counts marks of every surface, or lists those of one (CONTRIBUTING.md). Needs `npm run build` before.
import { main } from './run.mjs'

const USAGE = `
npm run prose [-- SURFACE]

Counts the places in texts that plain English rarely has, for every 1,000 words. With a SURFACE it lists them.
`

await main(async ([name]) => {
  const { PROSE_SURFACES } = await import('../test/dist/tidy/prose-surfaces.js')
  const { countProse, placesOf } = await import('../test/dist/tidy/prose.js')
  if (name === undefined) {
    for (const surface of PROSE_SURFACES) {
      const { words, marks, perThousand } = countProse(surface)
      console.log(
        `${surface.name.padEnd(14)}${words} words, ${marks} marks, ${perThousand} per 1,000 (${surface.budget})`,
      )
    }
    return 0
  }
  const surface = PROSE_SURFACES.find((each) => each.name === name)
  if (surface === undefined)
    throw new Error(`${name}: one of ${PROSE_SURFACES.map((each) => each.name).join(', ')}`)
  for (const { path, mark, excerpt } of placesOf(surface))
    console.log(`${path}: ${mark.name} (${mark.instead}): …${excerpt}…`)
  return 0
}, USAGE)

// npm run prose [-- SURFACE]: counts marks, long sentences and synonyms of every surface, or lists those of one (CONTRIBUTING.md). Needs `npm run build` before.
import { main } from './run.mjs'

const USAGE = `
npm run prose [-- SURFACE]

Counts in each kind of text: places that plain English rarely has, for every 1,000 words; sentences of more than 30
words, in percent; and second names of things, for every 1,000 words. The budget is in parentheses. With a SURFACE it
lists the places.
`

await main(async ([name]) => {
  const { PROSE_SURFACES } = await import('../test/dist/tidy/prose-surfaces.js')
  const { countProse, longSentencesOf, placesOf, synonymsOf } = await import('../test/dist/tidy/prose.js')
  if (name === undefined) {
    for (const surface of PROSE_SURFACES) {
      const { words, marks, long, synonyms } = countProse(surface)
      const { budgets } = surface
      console.log(
        `${surface.name.padEnd(14)}${String(words).padStart(6)} words, ${marks} marks (${budgets.marks}), ${long} % long (${budgets.long}), ${synonyms} synonyms (${budgets.synonyms})`,
      )
    }
    return 0
  }
  const surface = PROSE_SURFACES.find((each) => each.name === name)
  if (surface === undefined)
    throw new Error(`${name}: one of ${PROSE_SURFACES.map((each) => each.name).join(', ')}`)
  for (const { path, mark, excerpt } of placesOf(surface))
    console.log(`${path}: ${mark.name} (${mark.instead}): …${excerpt}…`)
  for (const { path, synonym, excerpt } of synonymsOf(surface))
    console.log(`${path}: synonym (${synonym.name}): …${excerpt}…`)
  for (const { path, sentence } of longSentencesOf(surface)) console.log(`${path}: long: ${sentence}`)
  return 0
}, USAGE)

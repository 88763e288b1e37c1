import type { KnownSeries } from './expression.js'

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/
const LABEL = /([a-zA-Z_]\w*)="(?:[^"\\]|\\.)*"/g

/** The series of a page of metrics, by their names, with their labels. */
export const seriesIn = (page: string): KnownSeries => {
  const known = new Map<string, Set<string>>()
  for (const line of page.split('\n')) {
    const [, name, labels = ''] = SAMPLE.exec(line) ?? []
    if (name === undefined) continue
    const of = known.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(LABEL)) of.add(label)
    known.set(name, of)
  }
  return known
}

// Finds pages in the index. It has no dependency on a browser, so that the build and tests use it too.

/** Common words don't decide which page is right. */
const COMMON = new Set(
  'a an and are as at be by do does for from how i if in is it my of on or that the this to was what when where which why with you your'.split(
    ' ',
  ),
)

const termOf = (term) => {
  const word = term.toLowerCase()
  return COMMON.has(word) ? null : word
}

/** Codes and names are words as a whole and in parts: `too_many_requests`, `POSTRIDER_URL`, `top-up`. */
const wordsIn = (text) =>
  text.split(/[^\p{L}\p{N}_.-]+/u).flatMap((word) => {
    const whole = word.replaceAll(/^[._-]+|[._-]+$/g, '')
    const parts = whole.split(/[_.-]+/)
    return whole === '' ? [] : parts.length > 1 ? [whole, ...parts] : [whole]
  })

/** How the index is built and read. */
export const INDEX_OPTIONS = {
  fields: ['title', 'heading', 'words', 'text'],
  storeFields: ['address', 'title', 'heading', 'section', 'snippet', 'weight'],
  tokenize: wordsIn,
  processTerm: termOf,
}

const SEARCH = {
  boost: { title: 6, words: 5, heading: 3 },
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  boostDocument: (_id, _term, { weight }) => weight,
}

const pathOf = (address) => address.split('#')[0]

/** One result for each page, the best first. All words have to be on a section; if that finds little, some. */
const bestOfPages = (results) => {
  const seen = new Set()
  return results.filter(({ address }) => {
    const path = pathOf(address)
    if (seen.has(path)) return false
    seen.add(path)
    return true
  })
}

const FEW = 3

/** Returns a search over an index: `find('delivery report')` returns up to `most` results. */
export const createSearch = (MiniSearch, json) => {
  const index = MiniSearch.loadJSON(json, INDEX_OPTIONS)
  return (query, most = 12) => {
    const all = bestOfPages(index.search(query, { ...SEARCH, combineWith: 'AND' }))
    if (all.length >= FEW) return all.slice(0, most)
    const some = index.search(query, SEARCH)
    return bestOfPages([...all, ...some]).slice(0, most)
  }
}

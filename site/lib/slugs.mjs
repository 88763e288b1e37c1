// Anchors of headings, as GitHub writes them. Links in docs/ use them, and the tests of docs/ check them with
// the library `github-slugger`; a test compares both.

const REMOVED = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu

/** The anchor of one heading, before it is made unique within its page. */
export const slugOf = (heading) => heading.toLowerCase().replaceAll(REMOVED, '').replaceAll(' ', '-')

/** Returns a function that gives each heading of a page its own anchor. */
export const createSlugs = () => {
  const seen = new Map()
  return (heading) => {
    const slug = slugOf(heading)
    let unique = slug
    while (seen.has(unique)) {
      const count = seen.get(slug) + 1
      seen.set(slug, count)
      unique = `${slug}-${count}`
    }
    seen.set(unique, 0)
    return unique
  }
}

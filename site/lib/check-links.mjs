// Checks that each link leads to a page, and each anchor to a place on it.

const IDS = /\sid="([^"]+)"/g

const idsOf = (html) => new Set([...html.matchAll(IDS)].map(([, id]) => id))

/** Returns the problems, one line each. `rendered` maps the path of each page to its rendering. */
export const linkProblems = (rendered) => {
  const ids = new Map([...rendered].map(([path, { html }]) => [path, idsOf(html)]))
  return [...rendered].flatMap(([path, { targets }]) =>
    [...new Set(targets)].flatMap((target) => {
      const [to, anchor] = target.split('#')
      const found = ids.get(to)
      if (found === undefined) return [`${path || 'index'}: there is no page ${to}`]
      return anchor === undefined || found.has(anchor)
        ? []
        : [`${path || 'index'}: ${to} has no heading #${anchor}`]
    }),
  )
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../../architecture/source-files.js'
import { readChangeTable } from '../../changes/change-table.js'
import { changedTree } from '../../changes/changed-tree.js'
import { type Campaign, type Figure, shareOf } from '../campaign.js'

/** The likely changes of ARCHITECTURE.md, each by itself: it fits, compiles and passes its suites. */
export const changes: Campaign = {
  name: 'changes',
  about: 'each likely change of ARCHITECTURE.md by itself, on a copy of the tree',
  tooMuchForTests: 'test/src/changes tries all of them at once',
  run: async (run) => {
    const all = readChangeTable(readFileSync(join(repositoryRoot, 'ARCHITECTURE.md'), 'utf8'))
    const tree = await changedTree()
    const figures: Figure[] = []
    try {
      for (const { change, patch, suites } of all.slice(0, shareOf(run, all.length))) {
        run.say(change)
        const trouble = await tree
          .apply(patch)
          .then(() => tree.compile())
          .then(() => tree.test(suites))
          .then(() => undefined, String)
        if (trouble !== undefined) run.say(trouble)
        figures.push({
          what: change,
          value: trouble === undefined ? 'compiles and passes' : 'fails',
          expected: 'compiles and passes',
          holds: trouble === undefined,
        })
        await tree.revert(patch).catch(() => undefined)
      }
    } finally {
      tree.remove()
    }
    return figures
  },
}

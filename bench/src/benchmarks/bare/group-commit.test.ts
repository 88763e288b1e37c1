import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { groupCommit } from './group-commit.js'

/** Commits that end when the test says so. */
const heldCommits = (most: number) => {
  const groups: Array<readonly string[]> = []
  const ends: Array<(error?: Error) => void> = []
  const commit = groupCommit<string, string>(most, (items) => {
    groups.push(items)
    return new Promise((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve(items.map((item) => `${item}!`)) : reject(error)))
    })
  })
  const end = async (error?: Error): Promise<void> => {
    ends.shift()?.(error)
    await nextTurn()
  }
  return { commit, groups, end }
}

describe('Group commit', () => {
  it('runs one group at a time, and collects later items in the next one', async () => {
    const { commit, groups, end } = heldCommits(10)
    const first = [commit('a'), commit('b')]
    await nextTurn()
    const later = [commit('c'), commit('d'), commit('e')]
    await nextTurn()
    expect(groups).to.deep.equal([['a', 'b']])
    await end()
    expect(groups).to.deep.equal([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ])
    await end()
    expect(await Promise.all([...first, ...later])).to.deep.equal(['a!', 'b!', 'c!', 'd!', 'e!'])
  })

  it('starts the next group before it responds to the committed one', async () => {
    const { commit, groups, end } = heldCommits(10)
    const seen = commit('a').then(() => groups.length)
    await nextTurn()
    const later = commit('b')
    await end()
    expect(await seen).to.equal(2)
    await end()
    await later
  })

  it('divides items that exceed the size of a group', async () => {
    const { commit, groups, end } = heldCommits(2)
    const all = ['a', 'b', 'c'].map(commit)
    await nextTurn()
    await end()
    await end()
    await Promise.all(all)
    expect(groups).to.deep.equal([['a', 'b'], ['c']])
  })

  it('fails a group as a whole, and continues with the next', async () => {
    const { commit, end } = heldCommits(10)
    const failing = Promise.allSettled([commit('a'), commit('b')])
    await nextTurn()
    const later = commit('c')
    await end(new Error('the disk is full'))
    expect((await failing).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    await end()
    expect(await later).to.equal('c!')
  })
})

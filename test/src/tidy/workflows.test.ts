import { expect } from 'chai'
import { parse } from 'yaml'
import { repositoryFiles } from '../architecture/source-files.js'

interface Step {
  readonly uses?: string
  readonly run?: string
}

interface Job {
  readonly steps: readonly Step[]
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> }
}

const textOf = (path: RegExp): string => repositoryFiles(path)[0]?.text ?? ''

const { scripts } = JSON.parse(textOf(/^package\.json$/)) as { scripts: Readonly<Record<string, string>> }

/** The npm scripts that a command runs. */
const scriptsIn = (command: string): readonly string[] =>
  [...command.matchAll(/npm (?:run (?:--silent )?([\w:]+)|(test))/g)].map(
    ([, named, test]) => named ?? test ?? '',
  )

/** Read from their sources, because imports of campaigns need their servers. */
const campaigns = repositoryFiles(/^bench\/src\/campaigns\/.*\.ts$/).flatMap(({ text }) =>
  [...text.matchAll(/: Campaign = \{\n\s+name: '([\w-]+)'/g)].map(([, name]) => name),
)

const jobs = repositoryFiles(/^\.github\/workflows\/.*\.yml$/).flatMap(({ text }) =>
  Object.values((parse(text) as { jobs: Readonly<Record<string, Job>> }).jobs),
)
const steps = jobs.flatMap((job) => job.steps)

describe('The workflows', () => {
  it('run existing scripts, and actions of one version each', () => {
    const named = steps.flatMap(({ run = '' }) => scriptsIn(run))
    expect(named).to.include.members(['check', 'test', 'demo', 'campaign', 'test:engines', 'test:unit'])
    expect(named.filter((name) => scripts[name] === undefined)).to.deep.equal([])
    for (const { uses } of steps)
      if (uses !== undefined) expect(uses).to.match(/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/)
  })

  it('test on every supported Node, and run existing campaigns', () => {
    const matrices = jobs.flatMap(({ strategy }) => (strategy === undefined ? [] : [strategy.matrix]))
    expect(matrices.flatMap(({ node = [] }) => node)).to.deep.equal([20, 22, 24])
    const named = matrices.flatMap(({ campaign = [] }) => campaign)
    expect(named).not.to.deep.equal([])
    expect(named.filter((name) => !campaigns.includes(String(name)))).to.deep.equal([])
  })
})

describe('Editor tasks', () => {
  it('are existing scripts', () => {
    const text = textOf(/^\.vscode\/tasks\.json$/) + textOf(/^\.devcontainer\/devcontainer\.json$/)
    const named = [
      ...scriptsIn(text),
      ...[...text.matchAll(/"script": "([\w:]+)"/g)].map(([, name = '']) => name),
    ]
    expect(named).to.include.members(['build', 'test:unit', 'check', 'fix'])
    expect(named.filter((name) => scripts[name] === undefined)).to.deep.equal([])
  })
  it('debug an existing test by default', () => {
    const [, path] = /"default": "([\w/-]+)"/.exec(textOf(/^\.vscode\/launch\.json$/)) ?? []
    expect(repositoryFiles(/^test\/src\/.*\.test\.ts$/).map(({ path: one }) => one)).to.include(
      `test/src/${path}.test.ts`,
    )
  })
})

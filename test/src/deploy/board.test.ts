import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { committedBoard } from './board.js'

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: ReadonlyArray<{ readonly refId: string; readonly datasource: { readonly uid: string } }>
  readonly fieldConfig?: { readonly defaults: { readonly unit: string } }
}

interface Board {
  readonly schemaVersion: number
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: ReadonlyArray<{ readonly name: string; readonly type: string }> }
}

const ROWS = [
  'At a glance',
  'Acceptance',
  'Dispatch and providers',
  'Backlog and queue',
  'Webhooks',
  'Money and ledger',
  'OTPs and abuse',
  'Storage',
  'Processes',
]

describe('The board for Grafana', () => {
  const board = JSON.parse(committedBoard()) as Board
  const shown = board.panels.filter(({ type }) => type !== 'row')

  it('matches its source, and `npm run fix` writes it', async () => {
    const source = fileURLToPath(new URL('../../../deploy/grafana/board.mjs', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [source], { maxBuffer: 2 ** 22 })
    expect(committedBoard()).to.equal(stdout)
  })

  it('has variables for the Prometheus and the processes', () => {
    expect(board.templating.list.map(({ name, type }) => `${name}: ${type}`)).to.deep.equal([
      'datasource: datasource',
      'instance: query',
    ])
    for (const { targets = [] } of shown)
      for (const { datasource } of targets) expect(datasource.uid).to.equal('${datasource}')
  })

  it('has the expected rows, and a description of each panel', () => {
    expect(board.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).to.deep.equal(ROWS)
    for (const { title, description, fieldConfig, targets = [] } of shown) {
      expect(description, title).to.match(/^\S.{15,}\.$/)
      expect(fieldConfig?.defaults.unit, title).to.be.a('string')
      expect(targets, title).to.have.length.greaterThan(0)
    }
  })

  it('has panels with their own numbers and places, without overlaps or panels beyond the edge', () => {
    expect(new Set(board.panels.map(({ id }) => id)).size).to.equal(board.panels.length)
    const taken = new Set<string>()
    for (const { title, gridPos } of board.panels) {
      expect(gridPos.x + gridPos.w, title).to.be.at.most(24)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x} ${y}`), title).to.equal(false)
          taken.add(`${x} ${y}`)
        }
    }
  })
})

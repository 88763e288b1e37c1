import { readFileSync } from 'node:fs'
import { expect } from 'chai'

const textOf = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')

/** What the containers decide for themselves: where they listen among each other, and where their folder is. */
const OF_CONTAINERS = new Set([
  'POSTRIDER_DATA_DIR',
  'POSTRIDER_HTTP_HOST',
  'POSTRIDER_HTTP_PORT',
  'POSTRIDER_METRICS_HOST',
  'POSTRIDER_METRICS_PORT',
])

/** The lines of a part of the file, down to the next of the same depth. */
const partOf = (text: string, head: string): string => {
  const lines = text.split('\n')
  const from = lines.indexOf(head)
  const depth = head.search(/\S/)
  const length = lines.slice(from + 1).findIndex((line) => line !== '' && line.search(/\S/) <= depth)
  return lines.slice(from, length < 0 ? undefined : from + 1 + length).join('\n')
}

describe('compose.yaml', () => {
  const compose = textOf('compose.yaml')
  const common = partOf(compose, 'x-postrider: &postrider')

  it('passes on every setting that .env.example lists', () => {
    const settings = new Set(
      [...textOf('.env.example').matchAll(/^#(POSTRIDER_\w+)=/gm)].map(([, name]) => name),
    )
    const missing = [...settings].filter(
      (name = '') => !OF_CONTAINERS.has(name) && !common.includes(`    ${name}: `),
    )
    expect(missing).to.deep.equal([])
  })

  it('keeps no secret, and publishes the API alone, on loopback', () => {
    expect(compose).not.to.match(/(?<!RANDOM_ROOT_)PASS(WORD)?: (?!\$\{)\S/)
    expect(compose).not.to.match(/:\/\/\w+:(?!\$\{)[^@\s]+@/)
    const published = [...compose.matchAll(/ports: (.*)/g)].map(([, ports]) => ports)
    expect(published).to.deep.equal(["['127.0.0.1:8080:8080']"])
  })

  it('gives all processes one folder that outlives them', () => {
    expect(common).to.include("volumes: ['data:/var/lib/postrider']")
    expect(partOf(compose, 'volumes:')).to.include('  data:')
    for (const service of ['migrate', 'http', 'dispatcher']) {
      const part = partOf(compose, `  ${service}:`)
      expect(part, service).to.include('<<: *postrider')
      expect(part, service).not.to.include('volumes:')
    }
  })
})

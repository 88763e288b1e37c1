import { capability } from '@postrider/contracts/capabilities/document'
import type { JsonObject } from '@postrider/contracts/openapi/json'
import { AUDIENCES } from '@postrider/core/identity/domain/access/operation'
import { inWords } from '@postrider/core/runner/domain/entries/published-shapes'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { VOCABULARY } from '@postrider/wiring/providers'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@postrider/conformance/eventually'
import { expect } from 'chai'
import { repositoryFiles } from '../../architecture/source-files.js'
import { aCustomerKey, aSponsor } from '../../hosts/http/agents.js'
import { aPerson } from '../../hosts/http/people.js'
import { takeIn } from '../../builders/signed-in.js'
import { startFaultyGateway } from '../client/faulty-gateway.js'
import { answerOf, type DevScene, openDevScene, type Ran, type Surroundings } from './dev-scene.js'

interface Written {
  readonly name: string
  readonly kind: string
  readonly takes: object
}

describe('Operations of postrider-dev', () => {
  let scene: DevScene
  let organizationId: string
  let environment: Readonly<Record<string, string>>
  before(async () => {
    scene = await openDevScene()
    const { organization } = scene.http.mine
    organizationId = organization.organizationId
    const person = await aPerson(scene.http)
    await takeIn(scene.http, organization.organizationId, person, 'owner')
    await scene.runBare(['login', '--url', scene.url, '--email', person.email], { piped: person.password })
    const sponsor = await aSponsor(scene.http, organization.organizationId)
    const allowlist = ['getCustomerContext', 'registerApp', 'listCustomerMessageHistory', 'createProject']
    const { bearer } = await aCustomerKey(scene.http, sponsor, organization.organizationId, { allowlist })
    environment = { POSTRIDER_URL: scene.url, POSTRIDER_AGENT_KEY: bearer }
  })
  after(() => scene.close())

  const call = (args: readonly string[], around: Surroundings = {}): Promise<Ran> =>
    scene.runBare(['call', ...args], around)

  const appOf = (name: string): readonly string[] => {
    const { brand, project } = scene.http.mine
    const ids = { organizationId, brandId: brand.brandId, projectId: project.projectId }
    return [
      'registerApp',
      ...Object.entries({ ...ids, name, platform: 'server' }).flatMap(([field, value]) => [
        '-d',
        `${field}=${value}`,
      ]),
    ]
  }

  it('are the published ones, with their schemas', () => {
    const [registry] = repositoryFiles(/^clients\/dev\/src\/operations\/registry\.ts$/)
    const published = AUDIENCES.flatMap((audience) =>
      operationsFor(audience).map((name) => {
        const kind = audience === 'customerControl' ? 'person' : 'agent'
        const { requestSchema } = capability(audience, name, inWords(OPERATIONS[name], VOCABULARY))
        return { name, kind, takes: { ...(requestSchema as JsonObject), $schema: undefined } }
      }),
    )
    const lines = [...(registry?.text ?? '').matchAll(/^ {2}'(.*)',$/gm)].map(
      ([, line = '']) => JSON.parse(line.replaceAll("\\'", "'").replaceAll('\\\\', '\\')) as Written,
    )
    const known = lines.map(({ name, kind, takes }) => ({ name, kind, takes }))
    expect(known, 'run npm run fix').to.deep.equal(JSON.parse(JSON.stringify(published)))
  })

  it('are called by people and Agents, with fields by name, nested fields and fields from a file', async () => {
    const restrictions = ['-d', 'restrictions.allowedCountries=IN', '-d', 'restrictions.allowedCountries=GB']
    const made = await call([...appOf('Orders'), ...restrictions, '--key', 'register-4711', '-o', 'json'])
    expect([made.code, made.words]).to.deep.equal([0, ''])
    const { app } = answerOf(made) as { app: { appId: string; restrictions: object } }
    expect(app.restrictions).to.deep.equal({ allowedCountries: ['IN', 'GB'] })
    const again = await call([...appOf('Orders'), ...restrictions, '--key', 'register-4711', '-o', 'json'])
    expect(answerOf(again)).to.deep.include({ app, replayed: true })
    const other = await call([...appOf('Other'), ...restrictions, '--key', 'register-4711'])
    expect([other.code, other.words.includes('register-4711')]).to.deep.equal([5, true])

    const { brand } = scene.http.mine
    const file = join(scene.home, 'project.json')
    writeFileSync(file, JSON.stringify({ organizationId, brandId: brand.brandId, environment: 'test' }))
    const project = await call(['createProject', '-d', `@${file}`, '-d', 'name=Shop', '-o', 'json'], {
      environment,
    })
    expect(answerOf(project)).to.nested.include({ 'project.name': 'Shop', success: true })
  })

  it('print pages as rows', async () => {
    for (const name of ['One', 'Two']) await scene.run(['send', ...scene.message, '--reference', name])
    const args = ['listCustomerMessageHistory', '-d', `organizationId=${organizationId}`, '-d', 'limit=1']
    const rows = await call([...args, '-o', 'tsv'])
    expect(rows.out.trim().split('\n')).to.have.lengthOf(2)
    expect(rows.words).to.include('-d cursor=')
    expect(answerOf(await call([...args, '-o', 'json']))['messages']).to.have.lengthOf(1)
  })

  const malformed: ReadonlyArray<readonly [args: readonly string[], ...complaints: readonly string[]]> = [
    [['sendMessage'], 'isn’t a published operation'],
    [['createProject', '--as', 'person'], 'Only Agents'],
    [
      ['registerApp', '-d', 'platform=toaster', '-d', 'color=blue'],
      'organizationId',
      'platform',
      'color',
      '(unknown)',
    ],
    [['listCustomerMessageHistory', '-d', 'organizationId=!!', '-d', 'limit=many'], '(format)', '(type)'],
    [['listCustomerMessageHistory', '-d', 'organizationId=org_1', '-d', 'limit=1000'], 'at most 100'],
    [['getCustomerContext', '-d', 'name'], 'name=value'],
    [['getCustomerContext', '-d', '__proto__.a=1'], 'isn’t a field name'],
    [['getCustomerContext', '-d', '@none.json'], 'ENOENT'],
    [['registerApp', '-d', 'restrictions={'], 'valid JSON'],
  ]
  for (const [args, ...complaints] of malformed)
    it(`are not called with: ${args.join(' ')}`, async () => {
      const callsBefore = scene.http.operated.length
      const ran = await call(args)
      expect([ran.code, ran.out], ran.words).to.deep.equal([2, ''])
      for (const each of complaints) expect(ran.words).to.include(each)
      expect(scene.http.operated.length).to.equal(callsBefore)
    })

  it('are listed, each with its parameters', async () => {
    const listed = await call(['-o', 'jsonl'])
    expect(listed.out.trim().split('\n').length).to.be.greaterThan(70)
    const fields = await call(['registerApp', '--fields', '-o', 'tsv'])
    expect(fields.out).to.match(/^platform\ttrue\tserver\|web\|ios\|android\t/m)
  })

  for (const by of ['a session', 'an Agent key'])
    it(`show new and changed messages, with ${by}`, async () => {
      await scene.run(['send', ...scene.message, '--reference', 'before'])
      const controller = new AbortController()
      let seen = ''
      const around = { signal: controller.signal, onData: (text: string) => void (seen += text) }
      const followed = scene.runBare(['tail', '-n', '1', '-o', 'jsonl', '--state', 'ACCEPTED'], {
        ...around,
        environment: by === 'a session' ? {} : environment,
      })
      await eventually('the last one is shown', () => Promise.resolve(seen.includes('"before"')))
      const rows = () => seen.trim().split('\n')
      expect(rows()).to.have.lengthOf(1)
      await scene.run(['send', ...scene.message, '--reference', 'meanwhile'])
      await eventually('a new one is shown', () => Promise.resolve(seen.includes('"meanwhile"')))
      controller.abort()
      expect((await followed).code).to.equal(0)
      expect(rows()).to.have.lengthOf(2)
      expect(seen).not.to.include('+919876543210')
    })

  it('wait as long as a 503 says before the next poll', async () => {
    const gateway = await startFaultyGateway(scene.http.port, (nth) => (nth === 3 ? 'busy 503' : 'none'), {
      retryAfter: '4',
    })
    const controller = new AbortController()
    const followed = scene.runBare(['tail', '-o', 'jsonl'], {
      signal: controller.signal,
      environment: { ...environment, POSTRIDER_URL: gateway.url },
    })
    try {
      await eventually('it has looked again', () => gateway.requests.length > 4)
      const [, , , busy, next] = gateway.requests.map(({ atMs }) => atMs)
      expect((next ?? 0) - (busy ?? 0)).to.be.at.least(3_990)
    } finally {
      controller.abort()
      expect((await followed).code).to.equal(0)
      await gateway.stop()
    }
  })

  it('miss and repeat nothing if a poll fails after its first page', async () => {
    // The requests are the context, the start, the newest message, and the first poll's two pages.
    const gateway = await startFaultyGateway(scene.http.port, (nth) => (nth === 4 ? 'busy 503' : 'none'), {
      retryAfter: '1',
    })
    const controller = new AbortController()
    let seen = ''
    const followed = scene.runBare(['tail', '-n', '0', '-o', 'jsonl'], {
      signal: controller.signal,
      onData: (text) => void (seen += text),
      environment: { ...environment, POSTRIDER_URL: gateway.url },
    })
    try {
      await eventually('it follows', () => gateway.requests.length >= 3)
      const file = join(scene.home, 'many.jsonl')
      const line = {
        channel: 'sms',
        to: '+919876543210',
        templateId: scene.http.mine.template.sms.templateId,
      }
      const body = JSON.stringify({ ...line, variables: { name: 'Asha', note: 'Hello' } })
      writeFileSync(file, `${body}\n`.repeat(150))
      const sent = await scene.run(['batch', file, '-o', 'jsonl'])
      expect(sent.code, sent.words).to.equal(0)
      const idsIn = (text: string) => text.match(/msg_\w+/g) ?? []
      await eventually('all are shown', () => idsIn(seen).length >= 150)
      expect(idsIn(seen)).to.have.members(idsIn(sent.out)).and.to.have.lengthOf(150)
    } finally {
      controller.abort()
      const { words } = await followed
      expect(words).to.include('Trying again.')
      await gateway.stop()
    }
  })

  it('ask for the organization, and reject an unknown state', async () => {
    const several = await scene.runBare(['tail', '--organization', 'org_none'])
    expect([several.code, several.words.includes('not_found')]).to.deep.equal([4, true])
    expect((await scene.runBare(['tail', '--state', 'TELEPORTED'])).code).to.equal(2)
  })
})

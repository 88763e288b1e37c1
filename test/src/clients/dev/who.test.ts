import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { aCustomerKey, aSponsor } from '../../hosts/http/agents.js'
import { aPerson, type Person } from '../../hosts/http/people.js'
import { answerOf, type DevScene, openDevScene } from './dev-scene.js'

const MODE = 0o777

describe('The identity of postrider-dev', () => {
  let scene: DevScene
  let person: Person
  before(async () => {
    scene = await openDevScene()
    person = await aPerson(scene.http)
  })
  after(() => scene.close())

  const folder = (): string => join(scene.home, '.config/postrider/profiles')
  const fileOf = (name: string): string => join(folder(), `${name}.json`)
  const logIn = (name: string, piped: string, more: readonly string[] = []) =>
    scene.runBare(['login', '--url', scene.url, '--profile', name, '-o', 'json', ...more], { piped })
  const check = (args: readonly string[], environment = {}) =>
    scene.runBare(['balance', 'INR', '-o', 'json', ...args], { environment })

  it('is stored in a file that only the user can read, and shown without its secret', async () => {
    const { bearer, app } = scene.http.mine
    const kept = await logIn('mine', `${bearer}\n`)
    expect(kept.code).to.equal(0)
    expect(answerOf(kept)).to.include({ profile: 'mine', appId: app.appId, environment: 'test' })
    expect([statSync(fileOf('mine')).mode & MODE, statSync(folder()).mode & MODE]).to.deep.equal([
      0o600, 0o700,
    ])
    const shown = await scene.runBare(['profiles', '-o', 'json'])
    expect(shown.out).to.include(app.appId)
    for (const { out, words } of [kept, shown]) expect(out + words).not.to.include(bearer)
    expect((await check(['--profile', 'mine'])).code).to.equal(0)
  })

  it('is chosen by flag, then environment, then profile', async () => {
    const { mine, other } = scene.http
    const organizationOf = async (args: readonly string[], environment = {}): Promise<unknown> =>
      answerOf(await check(['--profile', 'mine', ...args], environment))['organizationId']
    expect(await organizationOf([])).to.equal(mine.organization.organizationId)
    const environment = { POSTRIDER_CREDENTIAL: other.bearer }
    expect(await organizationOf([], environment)).to.equal(other.organization.organizationId)
    const file = join(scene.home, 'credential')
    writeFileSync(file, `${mine.bearer}\n`)
    expect(await organizationOf(['--credential-file', file], environment)).to.equal(
      mine.organization.organizationId,
    )
    const named = await check([], { POSTRIDER_PROFILE: 'mine' })
    expect(answerOf(named)['organizationId']).to.equal(mine.organization.organizationId)
  })

  it("sends a profile's secrets only to its own address", async () => {
    const { port } = scene.http
    const elsewhere = await check(['--profile', 'mine', '--url', `http://localhost:${port}`])
    expect([elsewhere.code, elsewhere.out]).to.deep.equal([2, ''])
    expect(elsewhere.words).to.include('is only for')
  })

  it('rejects a profile that others can read, that is invalid, or that is missing', async () => {
    chmodSync(fileOf('mine'), 0o644)
    const open = await check(['--profile', 'mine'])
    expect([open.code, open.words.includes('chmod 600')]).to.deep.equal([2, true])
    chmodSync(fileOf('mine'), 0o600)
    writeFileSync(fileOf('broken'), '{', { mode: 0o600 })
    const broken = await check(['--profile', 'broken'])
    expect([broken.code, broken.words.includes('isn’t a profile')]).to.deep.equal([2, true])
    const listed = await scene.runBare(['profiles', '-o', 'json'])
    expect([
      listed.code,
      listed.words.includes('isn’t a profile'),
      listed.out.includes('mine'),
    ]).to.deep.equal([0, true, true])
    expect((await logIn('broken', scene.http.mine.bearer)).code).to.equal(0)
    expect((await check(['--profile', 'broken'])).code).to.equal(0)
    for (const name of ['none', '../up']) expect((await check(['--profile', name])).code).to.equal(2)
  })

  it("isn't stored if the service doesn't accept it", async () => {
    const { bearer } = await scene.http.mine.issue({ expiresAtMs: 1 })
    for (const [piped, code, more] of [
      [bearer, 3, []],
      ['sk_live_1', 2, []],
      ['', 2, []],
      ['not my password', 3, ['--email', person.email]],
    ] as const) {
      const refused = await logIn('refused', piped, more)
      expect([refused.code, refused.out], piped).to.deep.equal([code, ''])
    }
    expect((await check(['--profile', 'refused'])).code).to.equal(2)
  })

  it('can be a person, whose session is renewed automatically and ended with the profile', async () => {
    const signedIn = await logIn('me', `${person.password}\n`, ['--email', person.email])
    expect(answerOf(signedIn)).to.include({ kind: 'session', email: person.email })
    // The profile also has a credential.
    await logIn('me', scene.http.mine.bearer)
    const before = JSON.parse(readFileSync(fileOf('me'), 'utf8')) as { session: { refreshToken: string } }
    const about = { ...before, session: { ...before.session, accessEndsAtMs: 1 } }
    writeFileSync(fileOf('me'), JSON.stringify(about), { mode: 0o600 })
    const whoAmI = () => scene.runBare(['call', 'getCustomerContext', '--profile', 'me', '-o', 'json'])
    const context = await whoAmI()
    expect([context.code, context.out.includes(person.email)]).to.deep.equal([0, true])
    const renewed = JSON.parse(readFileSync(fileOf('me'), 'utf8')) as typeof before
    expect(renewed.session.refreshToken).not.to.equal(before.session.refreshToken)
    expect((await check(['--profile', 'me'])).code).to.equal(0)
    expect(statSync(fileOf('me')).mode & MODE).to.equal(0o600)

    const lost = readFileSync(fileOf('me'))
    const left = await scene.runBare(['logout', '--profile', 'me', '-o', 'json'])
    expect(answerOf(left)).to.deep.equal({ profile: 'me', isForgotten: true, hasEndedSession: true })
    writeFileSync(fileOf('me'), lost, { mode: 0o600 })
    const over = await whoAmI()
    expect([over.code, over.words.includes('unauthenticated')]).to.deep.equal([3, true])
    await scene.runBare(['logout', '--profile', 'me'])
    expect((await scene.runBare(['logout', '--profile', 'me'])).code).to.equal(4)
  })

  it('can be an Agent, with a key from a file or the environment', async () => {
    const { organizationId } = scene.http.mine.organization
    const { bearer } = await aCustomerKey(
      scene.http,
      await aSponsor(scene.http, organizationId),
      organizationId,
    )
    expect(answerOf(await logIn('agent', bearer))).to.include({ kind: 'Agent key' })
    const args = ['call', 'getCustomerContext', '-o', 'json']
    const kept = await scene.runBare([...args, '--profile', 'agent'])
    expect([kept.code, answerOf(kept)['success']]).to.deep.equal([0, true])
    const given = { POSTRIDER_URL: scene.url, POSTRIDER_AGENT_KEY: bearer }
    expect((await scene.runBare(args, { environment: given })).code).to.equal(0)
    const barred = await scene.runBare(
      ['call', 'listServerCredentials', '-d', `organizationId=${organizationId}`],
      {
        environment: given,
      },
    )
    expect([barred.code, barred.words.includes('operation_not_allowed')]).to.deep.equal([3, true])
    const asPerson = await scene.runBare([...args, '--as', 'person'], { environment: given })
    expect([asPerson.code, asPerson.words.includes('You are not signed in')]).to.deep.equal([3, true])
    const file = join(scene.home, 'agent-key')
    writeFileSync(file, bearer)
    expect((await scene.runBare([...args, '--url', scene.url, '--credential-file', file])).code).to.equal(0)
    const misplaced = await scene.runBare([
      ...args,
      '--url',
      scene.url,
      '--as',
      'person',
      '--credential-file',
      file,
    ])
    expect([misplaced.code, misplaced.out]).to.deep.equal([2, ''])
  })
})

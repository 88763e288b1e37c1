import { expect } from 'chai'
import { confirmKey } from './confirm-key.js'
import { migratedDirectory } from './migrated-directory.js'
import { endCommands, runPostrider, startPostrider } from './run-postrider.js'
import { type SuperAdminCodes, superAdminCodes, typed } from './super-admin-codes.js'

const EMAIL = 'asha@example.com'
const PASSWORD = 'long and quiet nights'
const OPERATOR = 'olu@example.com'
const WHY = ['--reason', 'The migration needs one.']
const FOUNDING = {
  requestId: 'bootstrap-1',
  displayName: 'Acme',
  legalName: 'Acme Ltd',
  brandName: 'Acme',
  projectName: 'Shop',
  environment: 'test',
}

describe('postrider admin agent-key', () => {
  let settings: Readonly<Record<string, string>>
  let address: string
  let organizationId: string
  let codes: SuperAdminCodes

  const run = async (...args: readonly string[]) => {
    const { email, code } = await codes.next()
    return runPostrider(
      ['admin', 'agent-key', ...args, '--as', email],
      settings,
      typed(PASSWORD, code, 'yes'),
    )
  }

  const create = (kind: string, ...args: readonly string[]) =>
    run('create', '--kind', kind, '--sponsor', EMAIL, '--label', 'the migration', ...WHY, ...args)

  const confirm = (made: string) => confirmKey(settings, { email: EMAIL, password: PASSWORD }, made)

  const keyIn = (out: string): string => /^key +(prag_\S+)$/m.exec(out)?.[1] ?? ''
  const idIn = (out: string): string => /^created (agk_\S+)$/m.exec(out)?.[1] ?? ''

  const ask = async (bearer: string, operation: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` }
    const url = `${address}/v1/agent/${operation}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const context = async (bearer: string): Promise<number> =>
    (await ask(bearer, 'getCustomerContext', { requestId: 'the-context-1' })).status

  before(async () => {
    settings = await migratedDirectory('agent-keys')
    const user = ['admin', 'user', 'create', '--email', EMAIL, '--name', 'Asha', ...WHY]
    const answers = typed(PASSWORD, PASSWORD, 'yes')
    expect((await runPostrider(user, settings, answers)).exitCode).to.equal(0)
    codes = superAdminCodes(settings, OPERATOR, PASSWORD)
    const { httpPort } = await startPostrider(['http'], settings).logged('serving')
    address = `http://127.0.0.1:${String(httpPort)}`
    const bootstrap = await create('bootstrap', '--operations', 'createOrganization')
    expect(bootstrap.exitCode, bootstrap.err).to.equal(0)
    await confirm(bootstrap.out)
    const founded = await ask(keyIn(bootstrap.out), 'createOrganization', FOUNDING)
    expect(founded.status, JSON.stringify(founded.body)).to.equal(200)
    organizationId = (founded.body['organization'] as { organizationId: string }).organizationId
  })
  after(endCommands)

  it('creates keys for their sponsor, which expire at the end of the chosen day', async () => {
    const where = ['--organization', organizationId, '--operations', 'all']
    const zone = ['--until', '2031-03-31', '--time-zone', 'Asia/Kolkata']
    const made = await create('customer', ...where, ...zone)
    expect(made.exitCode, made.err).to.equal(0)
    expect(made.out).to.include('expires 2031-03-31T18:29:59.999Z')
    expect(made.err).to.include(`Create a customer key with ${EMAIL} as its sponsor`)
    expect(made.out).to.include('The key works only after its sponsor confirms it')
    expect(await context(keyIn(made.out))).to.equal(403)
    await confirm(made.out)
    expect(await context(keyIn(made.out))).to.equal(200)
    const lasting = await create('customer', ...where, '--acknowledge-never-expires')
    expect(lasting.out).to.include('expires never')
  })

  it("can't rotate a key of another sponsor, but can revoke it", async () => {
    const made = await create(
      'customer',
      '--organization',
      organizationId,
      '--operations',
      'getCustomerContext',
    )
    await confirm(made.out)
    const rotated = await run('rotate', idIn(made.out), '--overlap-seconds', '600', ...WHY)
    expect([rotated.exitCode, rotated.out]).to.deep.equal([1, ''])
    expect(await context(keyIn(made.out))).to.equal(200)
    expect((await run('revoke', idIn(made.out), '--credentials', ...WHY)).exitCode).to.equal(0)
    expect(await context(keyIn(made.out))).to.equal(401)
    expect((await run('revoke', idIn(made.out), ...WHY)).err).to.match(
      /state or version|this was already done/,
    )
    const audit = await runPostrider(['audit', 'verify'], settings)
    expect(audit.out).to.match(/no differences\.$/m)
  })

  const here = () => ['--organization', organizationId]
  const refusals: ReadonlyArray<readonly [string, () => readonly string[], RegExp]> = [
    [
      'an operation that keys cannot have',
      () => [...here(), '--operations', 'revokeServerCredential'],
      /allowlist\/0/,
    ],
    [
      'no organization',
      () => ['--operations', 'all'],
      /organizationId: A customer key requires an Organization/,
    ],
    [
      'an organization of others',
      () => ['--organization', `org_${'0'.repeat(26)}`, '--operations', 'all'],
      /does not exist/,
    ],
    [
      'a past day',
      () => [...here(), '--operations', 'all', '--until', '2020-01-01'],
      /expiresAt: The time must be in the future/,
    ],
    ['an invalid day', () => [...here(), '--operations', 'all', '--until', 'soon'], /--until must be a date/],
    [
      'an unknown time zone',
      () => [...here(), '--operations', 'all', '--until', '2031-01-01', '--time-zone', 'Mars/Olympus'],
      /--time-zone/,
    ],
  ]
  for (const [what, options, complaint] of refusals)
    it(`creates none for ${what}`, async () => {
      const { exitCode, out, err } = await create('customer', ...options())
      expect({ exitCode, out }).to.deep.equal({ exitCode: 1, out: '' })
      expect(err).to.match(complaint)
    })

  it('creates an admin key only for the super admin who confirms it', async () => {
    const made = await create('admin', '--operations', 'all')
    expect(made.exitCode, made.err).to.equal(0)
    expect(keyIn(made.out)).to.match(/^prag_admin_/)
    expect(made.err).to.match(/Create an admin key with olu(?:\.\d+)?@example\.com as its sponsor/)
  })

  it('rejects an unknown operation before asking anything, and suggests similar names', async () => {
    const none = await runPostrider(['admin', 'run', 'listApprovalz'], settings)
    expect(none).to.deep.include({ exitCode: 1, out: '' })
    expect(none.err).to.match(/Unknown operation listApprovalz\. Did you mean listApprovals\?/)
    expect(none.err).not.to.match(/email address|password/)
    const strange = await runPostrider(['admin', 'run', 'xyz'], settings)
    expect(strange.err).to.match(/Operations:\n {2}[a-z]/i)
    const body = await runPostrider(['admin', 'run', 'listApprovals', '--body', '[]'], settings)
    expect(body.err)
      .to.match(/must be a JSON object/)
      .and.not.match(/email address/)
  })

  it('asks for a second factor once', async () => {
    const { email, code } = await codes.next()
    const args = ['admin', 'run', 'revokeAgentKey', '--body', '{}', '--as', email]
    const wrong = await runPostrider(args, settings, typed(PASSWORD, '000000', 'yes'))
    expect(wrong).to.deep.include({ exitCode: 1, out: '' })
    expect(wrong.err).to.match(/^Wrong email address, password or code/m)
    const first = await runPostrider(args, settings, typed(PASSWORD, code, 'yes'))
    expect(first.err).to.match(/agentKeyId: /)
    const again = await runPostrider(args, settings, typed(PASSWORD, code, 'yes'))
    expect(again.err).to.match(/or the code was already used/)
  })

  it('limits the overlap of two keys to a day', async () => {
    const made = await create('customer', ...here(), '--operations', 'all')
    for (const seconds of ['86401', '-1', 'long']) {
      const { exitCode, err } = await run('rotate', idIn(made.out), `--overlap-seconds=${seconds}`, ...WHY)
      expect(exitCode, seconds).to.equal(1)
      expect(err).to.match(/overlapSeconds/)
    }
  })
})

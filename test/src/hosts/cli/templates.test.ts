import { expect } from 'chai'
import { confirmKey } from './confirm-key.js'
import { migratedDirectory } from './migrated-directory.js'
import { endCommands, runPostrider, startPostrider } from './run-postrider.js'
import { type SuperAdminCodes, superAdminCodes, typed } from './super-admin-codes.js'

const EMAIL = 'asha@example.com'
const PASSWORD = 'long and quiet nights'
const OPERATOR = 'olu@example.com'
const WHY = ['--reason', 'It has to be so.']
const DRAFT = {
  channel: 'sms',
  name: 'order_shipped',
  category: 'transactional',
  language: 'en',
  content: { text: 'Order {{order}} has left.', dlt: true },
  variables: [{ name: 'order', type: 'numeric', example: '10024' }],
}

describe('postrider admin template', () => {
  let settings: Readonly<Record<string, string>>
  let address: string
  let organizationId: string
  let bearer: string
  let codes: SuperAdminCodes
  let requests = 0

  const runWith = async (args: readonly string[], ...answers: readonly string[]) => {
    const { email, code } = await codes.next()
    return runPostrider(['admin', ...args, '--as', email], settings, typed(PASSWORD, code, ...answers))
  }
  const template = async (args: readonly string[], ...answers: readonly string[]) =>
    runWith(['template', ...args], ...answers)

  const aKey = async (...args: readonly string[]): Promise<string> => {
    const fixed = ['agent-key', 'create', '--sponsor', EMAIL, '--label', 'the test', ...WHY]
    const { out, err } = await runWith([...fixed, ...args], 'yes')
    const key = /^key +(prag_\S+)$/m.exec(out)?.[1]
    if (key === undefined) throw new Error(`no key was made: ${err}`)
    await confirmKey(settings, { email: EMAIL, password: PASSWORD }, out)
    return key
  }

  const ask = async (key: string, operation: string, body: object): Promise<Record<string, unknown>> => {
    requests += 1
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
    const whole = JSON.stringify({ requestId: `request-${requests}`, ...body })
    const answer = await fetch(`${address}/v1/agent/${operation}`, { method: 'POST', headers, body: whole })
    const result = (await answer.json()) as Record<string, unknown>
    expect(answer.status, JSON.stringify(result)).to.equal(200)
    return result
  }

  const submitted = async (more: object = {}): Promise<string> => {
    const saved = await ask(bearer, 'saveCustomerTemplateDraft', { organizationId, ...DRAFT, ...more })
    const { draftId, version } = saved['draft'] as { draftId: string; version: number }
    await ask(bearer, 'submitCustomerTemplateDraftForReview', { organizationId, draftId, version })
    return draftId
  }

  before(async () => {
    settings = await migratedDirectory('templates')
    const user = ['admin', 'user', 'create', '--email', EMAIL, '--name', 'Asha', ...WHY]
    expect((await runPostrider(user, settings, typed(PASSWORD, PASSWORD, 'yes'))).exitCode).to.equal(0)
    codes = superAdminCodes(settings, OPERATOR, PASSWORD)
    const { httpPort } = await startPostrider(['http'], settings).logged('serving')
    address = `http://127.0.0.1:${String(httpPort)}`
    const founder = await aKey('--kind', 'bootstrap', '--operations', 'createOrganization')
    const names = { displayName: 'Acme', legalName: 'Acme Ltd', brandName: 'Acme', projectName: 'Shop' }
    const founded = await ask(founder, 'createOrganization', { ...names, environment: 'test' })
    organizationId = (founded['organization'] as { organizationId: string }).organizationId
    bearer = await aKey('--organization', organizationId, '--operations', 'all')
  })
  after(endCommands)

  it('lists pending versions, shows one, and takes it through the review', async () => {
    const id = await submitted()
    const listed = await template(['list'])
    expect(listed.exitCode, listed.err).to.equal(0)
    expect(listed.out).to.match(
      new RegExp(
        `^${id} +version 1 +sms +internal_review +since \\S+ +expected by \\S+ +order_shipped$`,
        'm',
      ),
    )
    const shown = await template(['show', id])
    for (const part of [
      `${id}, version 1 of 1: internal_review`,
      `${organizationId}: order_shipped (sms, transactional, en)`,
      'in use: no version',
      'text: Order {{order}} has left.',
      '{{order}} numeric, at most 500: 10024',
      'with its examples: Order 10024 has left.',
      '21 characters, gsm7, 1 segments',
      'by agent',
    ])
      expect(shown.out).to.include(part)

    const approved = await template(['approve', id, ...WHY], 'yes')
    expect(approved.err).to.include('Approve version 1 of order_shipped?')
    expect(approved.out).to.include(`${id} version 1 is pending_vendor`)
    const numbers = ['1101456789012345678', '1107456789012345678', 'ACMEIN']
    const registered = await template(['register', id], ...numbers, 'They say yes.', 'yes')
    expect(registered.exitCode, registered.err).to.equal(0)
    expect(registered.out).to.include(`${id} version 1 is approved`)
    const sold = await ask(bearer, 'listCustomerMessageTemplates', { organizationId })
    expect(sold['templates']).to.have.length(1)

    const paused = await template(['pause', id, '--reason-code', 'vendor_asked', ...WHY], 'yes')
    expect(paused.out).to.include(`${id} version 1 is paused`)
    const next = { ...DRAFT, organizationId, draftId: id, version: 1 }
    await ask(bearer, 'saveCustomerTemplateDraft', next)
    const resumed = await template(['resume', id, ...WHY], 'yes')
    expect(resumed.out, resumed.err).to.include(`${id} version 1 is approved`)
    const retired = await template(['retire', id], 'No longer needed.', 'yes')
    expect(retired.out).to.include(`${id} version 1 is retired`)
    const history = await template(['show', id, '--draft-version', '1'])
    expect(history.out).to.match(/paused {2}by operator usr_\S+ {2}vendor_asked {2}It has to be so\.$/m)
    expect(history.out).to.match(/retired {2}by operator usr_\S+ {2}No longer needed\.$/m)
    const audit = await runPostrider(['audit', 'verify'], settings)
    expect(audit.out).to.match(/no differences\.$/m)
  })

  it("asks for the vendor's delivery period, and warns about codes that expire earlier", async () => {
    const otp = {
      channel: 'whatsapp',
      name: 'login_code',
      category: 'otp',
      content: { text: 'Your code is {{code}}. Keep it.' },
      variables: [{ name: 'code', type: 'numeric', example: '123456' }],
    }
    // The usual category and parameter format.
    const names = ['login_code', 'en_US', 'c8ae5f90', '', '']
    const approved = async () => {
      const id = await submitted(otp)
      await template(['approve', id, ...WHY], 'yes')
      return id
    }
    const named = ['--name', 'login_code', '--language', 'en_US', '--namespace', 'c8ae5f90', ...WHY]
    const ways: ReadonlyArray<readonly [readonly string[], readonly string[], RegExp]> = [
      [[], [...names, '', 'They say yes.', 'yes'], /^warning: .* for 600 seconds/m],
      [[], [...names, '300', 'They say yes.', 'yes'], /"messageSendTtlSeconds":300/],
      [[...named, '--message-send-ttl-seconds', '400'], ['yes'], /^warning: .* for 400 seconds/m],
    ]
    for (const [options, answers, warning] of ways) {
      const id = await approved()
      const registered = await template(['register', id, ...options], ...answers)
      expect(registered.exitCode, registered.err).to.equal(0)
      const shown = await template(['show', id])
      expect(shown.out).to.match(warning)
      const isWarned = /^warning: /m.test(shown.out)
      expect(/^warning: /m.test(registered.err), registered.err).to.equal(isWarned)
    }
  })

  it('rejects with a code for programs and a reason for people', async () => {
    const id = await submitted()
    const rejected = await template(
      ['reject', id, '--variable', 'order'],
      'unclear_text',
      'Whose order?',
      'yes',
    )
    expect(rejected.exitCode, rejected.err).to.equal(0)
    const drafts = await ask(bearer, 'listCustomerTemplateDrafts', { organizationId, state: 'rejected' })
    expect((drafts['drafts'] as readonly unknown[])[0]).to.include({
      draftId: id,
      reasonCode: 'unclear_text',
      reason: 'Whose order?',
      variable: 'order',
    })
  })

  it('approves only for the sandbox if requested', async () => {
    const { out } = await template(['approve', await submitted(), '--sandbox-only', ...WHY], 'yes')
    expect(out).to.match(/version 1 is approved$/m)
  })

  it('does nothing without a confirmation, a decision, or an existing version', async () => {
    const id = await submitted()
    const refusals: ReadonlyArray<readonly [readonly string[], readonly string[], RegExp]> = [
      [['approve', id, ...WHY], ['no'], /Nothing was done\./],
      [['approve', id], [], /a question was not answered/],
      [['approve', id, '--draft-version', '2', ...WHY], ['yes'], /the person or record does not exist/],
      [['approve', id, '--draft-version', 'one', ...WHY], ['yes'], /atVersion: /],
      [['reject', id, '--reason-code', 'Not a word', ...WHY], ['yes'], /reasonCode: /],
      [
        ['register', id, '--entity-id', 'x', '--template-id', '1', '--header', 'A', ...WHY],
        ['yes'],
        /entityId: /,
      ],
      [['pause', id, '--reason-code', 'why', ...WHY], ['yes'], /^Failed: /m],
      [['show', `tpl_${'0'.repeat(26)}`], [], /the person or record does not exist/],
    ]
    for (const [args, answers, complaint] of refusals) {
      const { exitCode, err } = await template(args, ...answers)
      expect(exitCode, args.join(' ')).to.equal(1)
      expect(err, args.join(' ')).to.match(complaint)
    }
    expect((await template(['show', id])).out).to.include('version 1 of 1: internal_review')
    const wrong = await runPostrider(['admin', 'template', 'list', '--state', 'lost'], settings)
    expect(wrong.exitCode).not.to.equal(0)
  })
})

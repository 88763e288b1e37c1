import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { answerOf, type DevScene, openDevScene } from './dev-scene.js'

describe('The send and read commands of postrider-dev', () => {
  let scene: DevScene
  before(async () => {
    scene = await openDevScene()
  })
  after(() => scene.close())

  const json = ['-o', 'json'] as const

  it('send a message once under its key, and find it by the key', async () => {
    const before = await scene.http.written()
    const key = ['--key', 'order-4711-shipped', '--reference', 'order-4711']
    const first = await scene.run(['send', ...scene.message, ...key, ...json])
    expect([first.code, first.words]).to.deep.equal([0, ''])
    const again = await scene.run(['send', ...scene.message, ...key, ...json])
    const { messageId } = answerOf(first)
    expect(answerOf(first)).to.include({
      state: 'ACCEPTED',
      idempotencyKey: 'order-4711-shipped',
      replayed: false,
    })
    expect(answerOf(again)).to.include({ messageId, replayed: true })
    expect((await scene.http.written()).messages - before.messages).to.equal(1)
    for (const name of [key.slice(0, 2), key.slice(2)]) {
      const found = await scene.run(['find', ...name, '-o', 'jsonl'])
      expect(answerOf(found)['messageId']).to.equal(messageId)
    }
    const other = [...scene.message.slice(0, -1), '--var=note=Another one.']
    const conflict = await scene.run(['send', ...other, ...key])
    expect([conflict.code, conflict.out]).to.deep.equal([5, ''])
    expect(conflict.words).to.include('idempotency_conflict').and.to.include('another --key')
  })

  it('preview a send without sending', async () => {
    const before = await scene.http.written()
    const fine = await scene.run(['send', ...scene.message, '--dry-run', ...json])
    expect([fine.code, answerOf(fine)['verdict']]).to.deep.equal([0, 'acceptable'])
    const missing = await scene.run(['send', ...scene.message.slice(0, -1), '--dry-run', ...json])
    expect([missing.code, answerOf(missing)['verdict']]).to.deep.equal([2, 'refused'])
    expect(missing.words).to.include('variables/note')
    expect((await scene.http.written()).messages).to.equal(before.messages)
  })

  it('wait for a state, and report a timeout', async () => {
    const accepted = await scene.run(['send', ...scene.message, '--wait', 'ACCEPTED', ...json])
    expect([accepted.code, answerOf(accepted)['state']]).to.deep.equal([0, 'ACCEPTED'])
    const { messageId } = answerOf(accepted)
    // No dispatcher runs here.
    const late = await scene.run(['get', String(messageId), '--wait', '--timeout', '1'])
    expect([late.code, late.out]).to.deep.equal([6, ''])
    expect(late.words).to.include('still ACCEPTED')
  })

  it('send a passcode, and report whether a code is correct', async () => {
    const { templateId } = scene.http.mine.otpTemplate
    const request = ['--channel', 'sms', '--to', '+919876543210', '--template', templateId]
    const more = ['--otp-variable', 'code', '--var', 'name=Asha', '--length', '8']
    const sent = await scene.run(['otp', 'send', ...request, ...more, ...json])
    const challengeId = String(answerOf(sent)['challengeId'])
    const code = scene.http.codes.get(challengeId) ?? ''
    expect(code).to.match(/^\d{8}$/)
    const wrong = await scene.run(['otp', 'verify', challengeId, '00000000', ...json])
    expect([wrong.code, answerOf(wrong)]).to.deep.equal([1, { challengeId, verified: false }])
    const right = await scene.run(['otp', 'verify', challengeId, ...json], { piped: `${code}\n` })
    expect([right.code, answerOf(right)]).to.deep.equal([0, { challengeId, verified: true }])
  })

  it('show balance and usage', async () => {
    const balance = await scene.run(['balance', 'INR', '-o', 'tsv'])
    const [names = '', values = ''] = balance.out.split('\n')
    expect(values.split('\t')[names.split('\t').indexOf('currency')]).to.equal('INR')
    const usage = await scene.run(['usage', 'INR', '--limit', '2', '-o', 'jsonl'])
    expect(usage.out.trim().split('\n')).to.have.lengthOf(2)
    const long = await scene.run(['usage', 'INR', '--from', '2026-01-01', '--to', '2026-03-01'])
    expect([long.code, long.out]).to.deep.equal([2, ''])
  })

  const fileOf = (name: string, lines: readonly string[]): string => {
    const path = join(scene.home, name)
    writeFileSync(path, lines.join('\n'))
    return path
  }

  const lineOf = (changes: object): string => {
    const { sms } = scene.http.mine.template
    const variables = { name: 'Asha', note: 'It has left.' }
    return JSON.stringify({
      channel: 'sms',
      to: '+919876543210',
      templateId: sms.templateId,
      variables,
      ...changes,
    })
  }

  it('send a file in several requests, without duplicates', async () => {
    const before = await scene.http.written()
    const numbers = Array.from({ length: 60 }, (_, at) => `+9198765432${String(at).padStart(2, '0')}`)
    const file = fileOf('many.jsonl', ['', ...numbers.map((to) => lineOf({ to }))])
    const first = await scene.run(['batch', file, '--key', 'newsletter-11', '-o', 'jsonl'])
    expect(first.code).to.equal(0)
    expect(first.words).to.include('accepted 60, replayed 0')
    expect(first.words).to.include(
      'on the same file with --key newsletter-11. Put corrected lines into another',
    )
    expect(JSON.parse(first.out.split('\n')[0] ?? '')).to.include({ line: 2, status: 'accepted' })
    const again = await scene.run(['batch', '-', '--key', 'newsletter-11'], {
      piped: numbers.map((to) => lineOf({ to })).join('\n'),
    })
    expect(again.words).to.include('accepted 0, replayed 60')
    expect((await scene.http.written()).messages - before.messages).to.equal(60)
  })

  it('send nothing from a file with a malformed line, and report all malformed lines', async () => {
    const before = await scene.http.written()
    const file = fileOf('bad.jsonl', [lineOf({}), '{', lineOf({ to: 7 }), lineOf({ color: 'blue' }), '[]'])
    const refused = await scene.run(['batch', file])
    expect([refused.code, refused.out]).to.deep.equal([2, ''])
    for (const place of [':2 isn’t a JSON', ':3 /to must be string', ':4 /color', ':5 isn’t a JSON'])
      expect(refused.words).to.include(place)
    expect((await scene.http.written()).messages).to.equal(before.messages)
    const looked = await scene.run([
      'batch',
      fileOf('mixed.jsonl', [lineOf({}), lineOf({ to: '+447400123456' })]),
      '--dry-run',
    ])
    expect(looked.code).to.equal(1)
    expect(looked.out).to.match(/1\s+acceptable\s+1\s+25\s+INR\n2\s+refused\s+price_unavailable/)
    expect((await scene.http.written()).messages).to.equal(before.messages)
  })

  it('send to sandbox numbers with a chosen outcome, only with test credentials', async () => {
    const { email, sms } = scene.http.mine.template
    const variables = ['--var', 'name=Asha', '--var', 'note=It has left.']
    const before = await scene.http.written()
    const numbered = [
      'trigger',
      'rejected',
      '--template',
      sms.templateId,
      '--to',
      '+919876543210',
      ...variables,
    ]
    expect((await scene.run(numbered)).code).to.equal(0)
    const mailed = ['trigger', 'late', '--channel', 'email', '--template', email.templateId, ...variables]
    expect((await scene.run(mailed)).code).to.equal(0)
    expect((await scene.http.written()).messages - before.messages).to.equal(2)
    const production = await scene.http.openTenant(1_000, { environment: 'production' })
    const refused = await scene.run(numbered, { environment: { POSTRIDER_CREDENTIAL: production.bearer } })
    expect([refused.code, refused.out]).to.deep.equal([2, ''])
    expect((await scene.run(['trigger', 'vanished', '--template', 'tpl_1'])).code).to.equal(2)
  })

  const refusals: ReadonlyArray<
    readonly [code: number, complaint: string, args: readonly string[], environment?: object]
  > = [
    [2, '--to', ['send', '--channel', 'sms', '--template', 'tpl_1']],
    [2, 'name=value', ['send', '--channel', 'sms', '--to', '+1', '--template', 'tpl_1', '--var', 'name']],
    [2, '/to', ['send', '--channel', 'sms', '--to', '12', '--template', 'tpl_1']],
    [2, '--key or --reference', ['find', '--key', 'short', '--reference', 'x']],
    [2, 'bogus', ['get', 'msg_1', '-o', 'bogus']],
    [2, 'bogus', ['bogus']],
    [2, 'Cannot read none.jsonl (ENOENT)', ['batch', 'none.jsonl']],
    [2, 'whole number', ['get', 'msg_1', '--wait', '--timeout', 'soon']],
    [2, 'must be a time', ['usage', 'INR', '--from', 'yesterday']],
    [2, 'https://', ['get', 'msg_1', '--url', 'http://postrider.example.com']],
    [2, 'Agent key', ['get', 'msg_1'], { POSTRIDER_CREDENTIAL: 'prag_customer_1' }],
    [2, 'No service URL', ['get', 'msg_1'], { POSTRIDER_URL: undefined }],
    [3, 'no server credential', ['get', 'msg_1'], { POSTRIDER_CREDENTIAL: undefined }],
    [4, 'not_found', ['get', 'msg_none']],
    [4, 'No messages found', ['find', '--reference', 'none']],
    [6, 'no answer', ['get', 'msg_1', '--wait', '--timeout', '1'], { POSTRIDER_URL: 'http://127.0.0.1:1' }],
  ]
  for (const [code, complaint, args, environment = {}] of refusals)
    it(`exit with ${code} for: ${args.join(' ')} ${Object.keys(environment).join(' ')}`, async () => {
      const ran = await scene.run(args, { environment: environment as Record<string, string | undefined> })
      expect(ran.words.toLowerCase()).to.include(complaint.toLowerCase().replace('/', ''))
      expect(ran.words).not.to.match(/\bat .*\.js:\d+/)
      expect(ran.out.replace('[]\n', '').replace(/^messageId.*\n$/, '')).to.equal('')
      expect(ran.code).to.equal(code)
    })

  it('exit with 3 if the credential is rejected or lacks a permission', async () => {
    const readOnly = await scene.http.mine.issue({ actions: ['messages.read'] })
    const args = ['send', ...scene.message]
    const may = await scene.run(args, { environment: { POSTRIDER_CREDENTIAL: readOnly.bearer } })
    expect([may.code, may.words.includes('action_not_granted')]).to.deep.equal([3, true])
    const over = await scene.http.mine.issue({ expiresAtMs: Date.now() - 1 })
    const refused = await scene.run(args, { environment: { POSTRIDER_CREDENTIAL: over.bearer } })
    expect([refused.code, refused.words.includes('unauthenticated')]).to.deep.equal([3, true])
    for (const { words } of [may, refused])
      for (const secret of [readOnly.bearer, over.bearer]) expect(words).not.to.include(secret)
  })

  it('exit with 1 if money is missing or a rule is violated', async () => {
    const poor = await scene.http.openTenant(1)
    const { templateId } = poor.template.sms
    const message = [...scene.message, `--template=${templateId}`]
    const refused = await scene.run(['send', ...message], {
      environment: { POSTRIDER_CREDENTIAL: poor.bearer },
    })
    expect([refused.code, refused.words.includes('insufficient_balance')]).to.deep.equal([1, true])
  })
})

import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { searchable, someCanaries } from './canaries.js'
import {
  actAsAgent,
  invite,
  makeCredentials,
  makeSuperAdmin,
  recoverPassword,
  saveProvider,
  sendMessages,
  sendOtps,
  signInAndRefresh,
} from './flows.js'
import { setUpAndEnrol } from './set-up-flow.js'
import { openWatchedRun, type WatchedRun } from './watched-run.js'

/**
 * The places where each secret of the run may be and is found. It must not be anywhere else, in any encoding
 * (docs/promises#leaked-secrets). The sandbox stores deliveries in its files, and a message's variables
 * except OTPs belong to its history.
 */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  'the master key': [],
  'the password of the mail server': [],
  'the password of a provider': [],
  'a password': [],
  'a second factor': [],
  'an access token': ['200 POST /v1/sessions', '200 POST /v1/sessions/refresh'],
  'a refresh token': ['200 POST /v1/sessions', '200 POST /v1/sessions/refresh'],
  'a session at the website': ['303 POST website/invitation'],
  'a recovery token': [
    '200 GET website/recover',
    '400 POST website/recover',
    'a mail: Reset your Postrider password',
  ],
  'an invitation token': [
    '200 GET website/invitation',
    '400 POST website/invitation',
    'a mail: Invitation to join “Acme” on Postrider',
  ],
  'an enrolment token': ['a mail: Become a super admin of Postrider'],
  'the secret of an Agent key': [],
  'the secret of a credential': [
    '200 POST /v1/agent/createServerCredential',
    '200 POST /v1/control/createServerCredential',
    '200 POST /v1/control/rotateServerCredential',
  ],
  'an OTP': ['the files of sandbox'],
  'a variable of a sent message': ['messages.variables', 'the files of postrider', 'the files of sandbox'],
  'a variable of a message that cannot be sent': ['messages.variables', 'the files of postrider'],
}

/** Responses that the run must include, so that the search covers them. */
const ANSWERS: readonly string[] = [
  '200 GET /enrolment',
  '200 GET /v1/auth/check',
  '200 GET /v1/messages',
  '200 GET /v1/messages/…',
  '200 POST /v1/agent/getCustomerContext',
  '200 POST /v1/agent/getProviderHealth',
  '200 POST /v1/agent/listAuditEvents',
  '200 POST /v1/agent/listProviderAccounts',
  '200 POST /v1/control/listServerCredentials',
  '200 POST /v1/control/revokeServerCredential',
  '200 POST /v1/otp/verify',
  '200 POST website/recover',
  '202 POST /v1/messages',
  '202 POST /v1/messages/batch',
  '202 POST /v1/otp',
  '400 no request',
  '400 POST /v1/agent/createServerCredential',
  '400 POST /v1/agent/getCustomerContext',
  '400 POST /v1/messages',
  '400 POST /v1/messages/batch',
  '400 POST /v1/otp/verify',
  '400 POST /v1/sessions',
  '400 POST /v1/sessions/refresh',
  '401 GET /v1/auth/check',
  '401 POST /v1/agent/createServerCredential',
  '401 POST /v1/agent/getCustomerContext',
  '401 POST /v1/sessions',
  '401 POST /v1/sessions/refresh',
  '403 POST /v1/agent/listOrganizationMembers',
  '404 GET /v1/messages/…',
  '404 GET website/recover',
  '404 POST /v1/control/…',
  '404 POST website/invitation',
  '500 POST /v1/agent/createServerCredential',
  '500 POST /v1/control/createServerCredential',
  '500 POST /v1/control/rotateServerCredential',
  '500 POST /v1/messages',
  '500 POST /v1/sessions',
]

describe('A canary', () => {
  it('is found in plain text, hexadecimal, base64 and base64url, at any offset', () => {
    const canaries = someCanaries()
    canaries.watch('secret', 'long>>>and???quiet')
    const spelled = (['latin1', 'hex', 'base64', 'base64url'] as const).flatMap((encoding) =>
      ['', 'a', 'ab', 'abc'].map((before) => Buffer.from(`${before}long>>>and???quiet.`).toString(encoding)),
    )
    const texts = [...spelled, spelled[4]?.toUpperCase() ?? ''].map((text) => `{"is":"${text}"}`)
    for (const text of texts)
      expect(canaries.foundIn(new Map([['here', [searchable(text)]]])), text).to.deep.equal({
        secret: ['here'],
      })
    expect(canaries.foundIn(new Map([['here', ['long and quiet']]]))).to.deep.equal({ secret: [] })
  })
})

describe('The secrets of a run', () => {
  let run: WatchedRun
  before(async () => {
    run = await openWatchedRun()
  })
  after(() => run.stop())

  it('are found only where they belong', async () => {
    await setUpAndEnrol(run)
    const tenant = await run.openTenant('test')
    const production = await run.openTenant('production')
    await sendMessages(run, tenant, production)
    const owner = await signInAndRefresh(run, tenant)
    await makeSuperAdmin(run)
    await saveProvider(run)
    await makeCredentials(run, tenant, owner)
    const again = await actAsAgent(run, tenant, owner)
    expect(again.body).to.include({ success: true, replayed: true, secret: null })
    await invite(run, tenant, owner)
    await recoverPassword(run)
    await sendOtps(run, tenant)
    const refused = `SELECT 1 FROM attempts WHERE phase = 'transient_failure'`
    await eventually('a refused login', async () => (await run.query(refused)).length > 0)
    expect(run.answers()).to.include.members([...ANSWERS])
    expect(await run.found()).to.deep.equal(PLACES)
  })
})

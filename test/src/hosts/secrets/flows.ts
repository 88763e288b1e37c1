import { inspect } from 'node:util'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { takeIn } from '../../builders/signed-in.js'
import { aBatch, aLegacyItem } from '../http/a-batch.js'
import { aCustomerKey, asOperator, atWebsite } from '../http/agents.js'
import { aSend, sendHeaders } from '../http/a-send.js'
import { textAt } from '../http/control-requests.js'
import type { Reply } from '../http/http-client.js'
import type { TestTenant } from '../http/test-tenant.js'
import { secretOf } from './canaries.js'
import type { WatchedRun } from './watched-run.js'

const BY_TEST = { actor: { kind: 'operator', id: 'test' }, reason: 'For the test.' } as const
const JSON_HEADERS = { 'Content-Type': 'application/json' }
const DAY_MS = 86_400_000

/** A person of the run, with their secrets. */
interface Owner {
  readonly email: string
  readonly accessToken: string
}

type Json = Readonly<Record<string, unknown>>

const post = (run: WatchedRun, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  run.call('POST', path, {
    headers: { ...JSON_HEADERS, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

const control = (run: WatchedRun, { accessToken }: Owner, operation: string, body: Json): Promise<Reply> =>
  post(run, `/v1/control/${operation}`, body, bearer(accessToken))

const watchTokens = ({ canaries }: WatchedRun, reply: Reply) => {
  const [accessToken, refreshToken] = [textAt(reply, 'accessToken'), textAt(reply, 'refreshToken')]
  canaries.watch('an access token', secretOf(accessToken))
  canaries.watch('a refresh token', secretOf(refreshToken))
  return { accessToken, refreshToken }
}

/** Puts a secret in wrong places: broken JSON, wrong types and names, URLs and headers. */
const misplace = async (run: WatchedRun, path: string, field: string, body: Json, headers = {}) => {
  const secret = String(body[field])
  await post(run, path, JSON.stringify(body).slice(0, -1), headers)
  await post(run, path, { ...body, [field]: [secret] }, headers)
  await post(run, path, { ...body, [field]: { [field]: secret } }, headers)
  await post(run, path, { ...body, surprise: secret }, headers)
  await post(run, path, { ...body, [field]: `${secret} `.repeat(400) }, headers)
  await post(run, path, secret, headers)
  await post(run, `${path}?${field}=${secret}`, body, headers)
  await post(run, path, { ...body, [field]: `${secret}x` }, { ...headers, Cookie: `session=${secret}` })
}

/** Signs in, with wrong and right passwords, refreshes, and reuses a refresh token. */
export const signInAndRefresh = async (run: WatchedRun, tenant: TestTenant): Promise<Owner> => {
  const email = `asha.${fresh.hex(8)}@example.com`
  const password = run.canaries.watch('a password', `chosen-${fresh.hex(24)}`)
  const user = await right(run.postrider.createUser({ ...BY_TEST, email, displayName: 'Asha', password }))
  await takeIn(run, tenant.organization.organizationId, user, 'owner')
  await misplace(run, '/v1/sessions', 'password', { email, password })
  await run.without('sessions', () => post(run, '/v1/sessions', { email, password }))
  await post(
    run,
    '/v1/control/getCustomerContext',
    {},
    { Authorization: `Basic ${btoa(`asha:${password}`)}` },
  )
  const first = watchTokens(run, await post(run, '/v1/sessions', { email, password }))
  const { refreshToken } = first
  await misplace(run, '/v1/sessions/refresh', 'refreshToken', { refreshToken })
  const { accessToken } = watchTokens(run, await post(run, '/v1/sessions/refresh', { refreshToken }))
  await post(run, '/v1/sessions/refresh', { refreshToken })
  for (const wrong of [`${accessToken}x`, refreshToken, `${accessToken} ${accessToken}`])
    await post(run, '/v1/control/getCustomerContext', {}, bearer(wrong))
  await run.call('GET', `/v1/balances?access_token=${accessToken}`)
  await post(run, `/v1/control/${refreshToken}`, {}, bearer(accessToken))
  const line = `Authorization: Bearer ${accessToken}`
  for (const broken of [
    `GET /v1/balances?${refreshToken}%zz HTTP/9.9\r\n${line}\r\n\r\n`,
    `GET /v1/balances HTTP/1.1\r\nHost: x\r\n${line}\0\r\n\r\n`,
    `POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: ${accessToken}\r\n\r\n`,
    `GET /v1/%zz${refreshToken} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${line}\r\n\r\n`,
    `${accessToken} /v1/balances HTTP/1.1\r\nHost: x\r\n\r\n`,
  ])
    await run.sendRaw(broken)
  const again = watchTokens(run, await post(run, '/v1/sessions', { email, password }))
  return { email, accessToken: again.accessToken }
}

/** Creates a super admin, who is shown the second-factor secret once. */
export const makeSuperAdmin = async ({ postrider, canaries }: WatchedRun): Promise<void> => {
  const email = `root.${fresh.hex(8)}@example.com`
  const password = canaries.watch('a password', `admin-${fresh.hex(24)}`)
  const made = await right(postrider.createSuperAdmin({ ...BY_TEST, email, displayName: 'Root', password }))
  for (const secret of [made.totpSecret, ...made.recoveryCodes]) canaries.watch('a second factor', secret)
}

/** Recovers a password with the emailed link. */
export const recoverPassword = async (run: WatchedRun): Promise<void> => {
  const email = `ravi.${fresh.hex(8)}@example.com`
  const old = run.canaries.watch('a password', `old-${fresh.hex(24)}`)
  await right(run.postrider.createUser({ ...BY_TEST, email, displayName: 'Ravi', password: old }))
  await post(run, '/v1/password-recovery', { email, password: old })
  await post(run, '/v1/password-recovery', { email })
  const token = await run.tokenMailed('a recovery token', email)
  const password = run.canaries.watch('a password', `new-${fresh.hex(24)}`)
  const form = { token, password, passwordAgain: password }
  await run.visit(`/recover?token=${token}`)
  await run.sendForm('/recover', form)
  await run.sendForm(`/recover?token=${token}&password=${password}`, form)
  await run.visitSite(`/recover?token=${token}`)
  await run.visitSite(`/recover?token=${token}x`)
  await run.sendSiteForm('/recover', { ...form, passwordAgain: old })
  await run.sendSiteForm('/recover', { ...form, token: `${token}x` })
  await run.sendSiteForm('/recover', { ...form, surprise: password })
  await run.sendSiteForm('/recover', form)
  await run.sendSiteForm('/recover', form)
  watchTokens(run, await post(run, '/v1/sessions', { email, password }))
}

/** Invites a person, who accepts with the emailed link and chooses a password. */
export const invite = async (run: WatchedRun, tenant: TestTenant, owner: Owner): Promise<void> => {
  const { organizationId } = tenant.organization
  const email = `mira.${fresh.hex(8)}@example.com`
  await control(run, owner, 'inviteOrganizationMember', { organizationId, email, role: 'viewer' })
  const token = await run.tokenMailed('an invitation token', email)
  await run.visit(`/invitation?token=${token}`)
  await run.visitSite(`/invitation?token=${token}`)
  await misplace(
    run,
    '/v1/control/acceptOrganizationInvitation',
    'token',
    { token },
    bearer(owner.accessToken),
  )
  await control(run, owner, 'acceptOrganizationInvitation', { token })
  const password = run.canaries.watch('a password', `invited-${fresh.hex(24)}`)
  const form = { token, password, displayName: 'Mira' }
  await run.sendForm('/invitation', form)
  await run.sendSiteForm('/invitation', { ...form, password: password.slice(0, 11) })
  await run.sendSiteForm('/invitation', { ...form, displayName: '' })
  const { headers } = await run.sendSiteForm('/invitation', form)
  const cookie = /person=(\w+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
  run.canaries.watch('a session at the website', secretOf(cookie))
  await run.sendSiteForm('/invitation', form)
  watchTokens(run, await post(run, '/v1/sessions', { email, password }))
}

/** Creates and rotates a server credential, each twice, and uses the secrets wrongly and correctly. */
export const makeCredentials = async (run: WatchedRun, tenant: TestTenant, owner: Owner): Promise<void> => {
  const { organizationId, brandId, projectId, appId } = tenant.app
  run.canaries.watch('the secret of a credential', secretOf(tenant.bearer))
  const made: string[] = []
  const twice = async (operation: string, body: Json): Promise<Reply> => {
    const request = { ...body, requestId: `do-${fresh.hex(16)}` }
    await run.without('server_credentials', () => control(run, owner, operation, { ...body }))
    const reply = await control(run, owner, operation, request)
    await control(run, owner, operation, request)
    made.push(textAt(reply, 'secret'))
    run.canaries.watch('the secret of a credential', secretOf(textAt(reply, 'secret')))
    return reply
  }
  const expiresAt = new Date(run.ports.clock.nowMs() + DAY_MS).toISOString()
  const created = await twice('createServerCredential', {
    organizationId, brandId, projectId, appId, environment: 'test',
    actions: ['messages.read'], channels: [], expiresAt, label: 'orders',
  }) // prettier-ignore
  const credentialId = textAt(created, 'credential', 'credentialId')
  const why = { organizationId, credentialId, reason: 'For the test.' }
  await twice('rotateServerCredential', { ...why, overlapSeconds: 60 })
  await control(run, owner, 'listServerCredentials', { organizationId })
  for (const secret of made) {
    for (const sent of [secret, `${secret}x`, ` ${secret}`])
      await run.call('GET', '/v1/auth/check', { headers: bearer(sent) })
    await run.call('GET', `/v1/messages/${secret}`, { headers: bearer(secret) })
    await post(run, '/v1/control/listServerCredentials', { organizationId, surprise: secret }, bearer(secret))
  }
  await control(run, owner, 'revokeServerCredential', why)
  for (const secret of made) await run.call('GET', '/v1/auth/check', { headers: bearer(secret) })
}

/**
 * Sends an Agent key in right and wrong places: the body, the path, the query, other headers and endpoints.
 */
const sayAgentKey = async (run: WatchedRun, secret: string, home: Json): Promise<void> => {
  const requestOf = (changes: Json = {}) => ({ requestId: `ask-${fresh.hex(16)}`, ...changes })
  const context = '/v1/agent/getCustomerContext'
  for (const sent of [secret, `${secret}x`, ` ${secret}`, `${secret} ${secret}`])
    await post(run, context, requestOf(), bearer(sent))
  await post(run, context, requestOf(), { Authorization: `Basic ${btoa(`agent:${secret}`)}` })
  await post(run, context, JSON.stringify(requestOf({ surprise: secret })).slice(0, -1), bearer(secret))
  for (const body of [requestOf({ surprise: secret }), { requestId: [secret] }, secret])
    await post(run, context, body, bearer(secret))
  await post(run, `${context}?key=${secret}`, requestOf(), { ...bearer(secret), Cookie: `key=${secret}` })
  await post(run, '/v1/agent/listOrganizationMembers', requestOf(home), bearer(secret))
  for (const organizationId of [secret, fresh.id('org')])
    await post(
      run,
      '/v1/agent/createServerCredential',
      requestOf({ ...home, organizationId }),
      bearer(secret),
    )
  await post(run, `/v1/agent/${secret}`, requestOf(), bearer(secret))
  await post(run, '/v1/control/getCustomerContext', {}, bearer(secret))
  await run.call('GET', '/v1/auth/check', { headers: bearer(secret) })
}

/**
 * Creates, rotates and revokes an Agent key, and uses both keys before and after. One of them creates a
 * server credential, twice under one `requestId`. Returns the second response.
 */
export const actAsAgent = async (run: WatchedRun, tenant: TestTenant, owner: Owner): Promise<Reply> => {
  const { organizationId, brandId, projectId, appId } = tenant.app
  const watched = (bearerValue: string): string => {
    run.canaries.watch('the secret of an Agent key', secretOf(bearerValue))
    return bearerValue
  }
  const allowlist = ['getCustomerContext', 'createServerCredential']
  const first = await aCustomerKey(run, owner, organizationId, { allowlist })
  const why = { organizationId, agentKeyId: first.agentKeyId, reason: BY_TEST.reason }
  const rotation = { ...why, overlapSeconds: 60, requestId: `do-${fresh.hex(16)}` }
  const { agentKey, secret } = await atWebsite(run, owner, 'rotateOrganizationAgentKey', rotation)
  await atWebsite(run, owner, 'rotateOrganizationAgentKey', rotation)
  const keys = [watched(first.bearer), watched(secret ?? '')]
  const request = {
    organizationId, brandId, projectId, appId, environment: 'test', actions: ['messages.read'], channels: [],
    expiresAt: new Date(run.ports.clock.nowMs() + DAY_MS).toISOString(), label: 'orders', requestId: `do-${fresh.hex(16)}`,
  } // prettier-ignore
  const create = () => post(run, '/v1/agent/createServerCredential', request, bearer(secret ?? ''))
  await run.without('server_credentials', create)
  const created = textAt(await create(), 'secret')
  run.canaries.watch('the secret of a credential', secretOf(created))
  const again = await create()
  await run.call('GET', '/v1/auth/check', { headers: bearer(created) })
  await post(run, '/v1/agent/getCustomerContext', { requestId: 'as-credential' }, bearer(created))
  for (const key of keys) await sayAgentKey(run, key, { organizationId })
  for (const { agentKeyId } of [first, agentKey])
    await asOperator(run, 'revokeAgentKey', { agentKeyId, reason: BY_TEST.reason })
  for (const key of keys) await sayAgentKey(run, key, { organizationId })
  return again
}

/**
 * Saves a provider account with a secret password, again, and with errors. An Agent of the super admin then
 * reads everything about accounts and the audit log.
 */
export const saveProvider = async (run: WatchedRun): Promise<void> => {
  const password = run.canaries.watch('the password of a provider', `saved-${fresh.hex(24)}`)
  const account = {
    name: 'Mail server',
    kind: 'smtp',
    channels: ['email'],
    settings: { host: '127.0.0.1', port: 2525, tls: 'none' },
    secrets: { user: 'postrider', password },
    maxConcurrent: 1,
    timeoutMs: 5_000,
    reason: BY_TEST.reason,
    requestId: `do-${fresh.hex(16)}`,
  }
  await asOperator(run, 'saveProviderAccount', account)
  await asOperator(run, 'saveProviderAccount', account)
  const wrong = { ...account, settings: { host: '', port: 0 }, requestId: `do-${fresh.hex(16)}` }
  const refused = await asOperator(run, 'saveProviderAccount', wrong).catch((error: unknown) => error)
  run.noteText('a refused provider account', inspect(refused))
  const readings = ['listProviderAccounts', 'getProviderHealth', 'listAuditEvents']
  const order = { allowlist: readings, label: 'reader', reason: BY_TEST.reason }
  const { secret } = await asOperator(run, 'createAdminAgentKey', order)
  run.canaries.watch('the secret of an Agent key', secretOf(secret ?? ''))
  for (const reading of readings)
    await post(run, `/v1/agent/${reading}`, { requestId: `do-${fresh.hex(16)}` }, bearer(secret ?? ''))
}

/** Sends messages with secret variables, wrongly and correctly, single and in a batch. */
export const sendMessages = async (
  run: WatchedRun,
  tenant: TestTenant,
  production: TestTenant,
): Promise<void> => {
  const note = run.canaries.watch('a variable of a sent message', `note-${fresh.hex(24)}`)
  const kept = run.canaries.watch('a variable of a message that cannot be sent', `kept-${fresh.hex(24)}`)
  const send = (changes: Json, from = tenant) => run.call('POST', '/v1/messages', aSend(from, changes))
  for (const variables of [
    { name: 5, note },
    { name: note },
    { name: 'Asha', note, surprise: note },
    { name: note.repeat(9), note },
    { name: 'Asha', note: [note] },
    note,
  ])
    await send({ variables })
  const { headers, body } = aSend(tenant, { variables: { name: 'Asha', note } })
  await run.call('POST', '/v1/messages', { headers: headers ?? {}, body: String(body).slice(0, -1) })
  await run.without('messages', () => send({ variables: { name: 'Asha', note } }))
  const to = '+919876543219'
  const sent = await send({ to, variables: { name: 'Asha', note }, clientReference: 'order-7' })
  await run.delivered(to)
  const item = aLegacyItem(tenant, { v: { name: 'Asha', note } })
  await run.call('POST', '/v1/messages/batch', aBatch(tenant, [item]))
  await run.call('POST', '/v1/messages/batch', aBatch(tenant, [item, { ...item, r: [note], st: note }]))
  // The sandbox rejects the first, the outcome of the second is unknown, and the provider of the third
  // rejects the login.
  for (const [from, changes] of [
    [tenant, { to: '+919876540001' }],
    [tenant, { to: '+919876540003' }],
    [production, {}],
  ] as const) {
    const email = from === production ? { channel: 'email', to: 'asha@example.com' } : {}
    const templateId = from.template[from === production ? 'email' : 'sms'].templateId
    await send({ ...email, templateId, ...changes, variables: { name: 'Asha', note: kept } }, from)
  }
  const reading = { headers: bearer(tenant.bearer) }
  await run.call('GET', `/v1/messages/${textAt(sent, 'messageId')}`, reading)
  await run.call('GET', '/v1/messages?clientReference=order-7', reading)
}

/** Sends two OTPs. One is verified with wrong and right codes, the other never. */
export const sendOtps = async (run: WatchedRun, tenant: TestTenant): Promise<void> => {
  const { templateId } = tenant.otpWhatsappTemplate
  const wanted = {
    channel: 'whatsapp',
    templateId,
    otpVariable: 'code',
    otpLength: 10,
    variables: { name: 'Asha' },
  }
  const otp = async (to: string) => {
    const sent = await post(run, '/v1/otp', { ...wanted, to }, sendHeaders(tenant))
    const code = /\d{10}/.exec(await run.delivered(to))?.[0] ?? ''
    run.canaries.watch('an OTP', code)
    return { challengeId: textAt(sent, 'challengeId'), code }
  }
  await otp('+919876511119')
  const { challengeId, code } = await otp('+919876522229')
  await misplace(run, '/v1/otp/verify', 'code', { challengeId, code: `${code}0` }, sendHeaders(tenant))
  const verify = (body: Json) => post(run, '/v1/otp/verify', body, sendHeaders(tenant))
  await verify({ challengeId: code, code })
  await verify({ challengeId, code: Number(code) })
  await verify({ challengeId, code })
  await verify({ challengeId, code })
}

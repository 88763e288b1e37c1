import { expect } from 'chai'
import { totpCodeOf } from '../../builders/hand-totp.js'
import { runPostrider } from '../cli/run-postrider.js'
import { typed } from '../cli/super-admin-codes.js'

const STEP_MS = 30_000

type Json = Readonly<Record<string, unknown>>

interface DemoKeys {
  readonly baseUrl: string
  readonly admin: { readonly email: string; readonly password: string; readonly totpSecret: string }
  readonly agentKeys: { readonly customer: string; readonly bootstrap: string; readonly admin: string }
}

const ask = async (baseUrl: string, key: string, operation: string, body: object = {}) => {
  const answer = await fetch(`${baseUrl}/v1/agent/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ requestId: 'use-of-the-demo', ...body }),
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}

const FOUNDING = {
  displayName: 'Acme',
  legalName: 'Acme Ltd',
  brandName: 'Acme',
  projectName: 'Shop',
  environment: 'test',
}

/** Checks that each proposal was decided by a second person. */
const expectFourEyes = (approvals: readonly unknown[]): void => {
  const kinds = new Set<unknown>()
  for (const approval of approvals as ReadonlyArray<{ kind: string; maker: Json; decider: Json }>) {
    kinds.add(approval.kind)
    expect(approval.maker['userId']).to.match(/^usr_/)
    expect(approval.decider['userId']).to.match(/^usr_/).and.not.equal(approval.maker['userId'])
  }
  expect([...kinds]).to.have.members(['price_version', 'balance_credit'])
}

/** Uses the keys and the super admin of demo.json for their purpose. */
export const useDemoKeys = async (
  demoFile: Json,
  settings: Readonly<Record<string, string>>,
): Promise<void> => {
  const { baseUrl, admin, agentKeys } = demoFile as unknown as DemoKeys
  expect((await ask(baseUrl, agentKeys.customer, 'getCustomerContext')).status).to.equal(200)
  expect((await ask(baseUrl, agentKeys.bootstrap, 'createOrganization', FOUNDING)).status).to.equal(200)
  const twice = { ...FOUNDING, requestId: 'use-of-the-demo-2' }
  expect((await ask(baseUrl, agentKeys.bootstrap, 'createOrganization', twice)).status).to.equal(401)
  const approved = await ask(baseUrl, agentKeys.admin, 'listApprovals', { status: 'approved', limit: 100 })
  expect(approved.status).to.equal(200)
  expectFourEyes(approved.body['approvals'] as readonly unknown[])
  const code = totpCodeOf(admin.totpSecret, Math.floor(Date.now() / STEP_MS))
  const args = ['admin', 'run', 'listOrganizations', '--as', admin.email]
  const listed = await runPostrider(args, settings, typed(admin.password, code))
  expect(listed.exitCode, listed.err).to.equal(0)
  expect(listed.out).to.include('Demo in production')
}

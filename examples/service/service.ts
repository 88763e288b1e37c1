import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { grantable } from '@postrider/core/assembly/grantable'
import { openPostrider } from '@postrider/embedded'

const { POSTRIDER_DATA_DIR: dataDir = './data', POSTRIDER_HTTP_PORT: port = '8080' } = process.env
const file = join(dataDir, 'service.json')
const url = `http://127.0.0.1:${port}`

const BY_US = { actor: { kind: 'operator', id: 'example' }, reason: 'To try it out.' } as const
const WITHIN = { requestId: undefined, clientAddress: undefined }

/** What the core answers is a value: right, or what stood in the way. */
const right = <A>(answer: { _tag: 'Right'; right: A } | { _tag: 'Left'; left: { _tag: string } }): A => {
  if (answer._tag === 'Left') throw new Error(answer.left._tag)
  return answer.right
}

/** Makes, in this process, a tenant that can send, and somebody with an Organization and an Agent that works for it. */
const setUp = async () => {
  const postrider = await openPostrider({ dataDir })
  const { credential, templates } = await postrider.setUpTestTenant()

  const asha = { email: 'asha@example.com', password: randomBytes(18).toString('base64url') }
  right(await postrider.core.createUser({ ...BY_US, ...asha, displayName: 'Asha' })())
  const { accessToken } = right(await postrider.core.signIn(asha, WITHIN)())
  const person = await postrider.person(accessToken)
  const { organization } = await person.run('createOrganization', {
    displayName: 'Asha’s Bakery',
    legalName: 'Asha’s Bakery Ltd',
    brandName: 'Bakery',
    projectName: 'Shop',
    environment: 'test',
  })

  // Asha makes the key at the website, where keys are made, and answers for the Agent: it may do what its list names and Asha may do.
  const { token } = right(await postrider.core.personSessions.begin(asha, WITHIN)())
  const visitor = right(await postrider.core.personSessions.find(token)())
  const made = right(
    await postrider.core.runOperation(
      visitor,
      'createOrganizationAgentKey',
      {
        organizationId: organization.organizationId,
        allowlist: grantable('customer'),
        label: 'onboarding',
        reason: BY_US.reason,
      },
      WITHIN,
    )(),
  )
  const { secret } = made.result as { secret: string | null }
  await postrider.close()
  return {
    POSTRIDER_CREDENTIAL: credential,
    POSTRIDER_SMS_TEMPLATE: templates.sms,
    POSTRIDER_OTP_TEMPLATE: templates.otpSms,
    POSTRIDER_AGENT_KEY: secret ?? '',
    POSTRIDER_INBOX: resolve(dataDir, 'sandbox-inbox.jsonl'),
  }
}

if (!existsSync(file)) writeFileSync(file, JSON.stringify(await setUp()), { mode: 0o600 })
const values = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>

/** Whether a Postrider at the URL can take requests. */
const isReady = (): Promise<boolean> =>
  fetch(`${url}/v1/readiness`).then(
    ({ ok }) => ok,
    () => false,
  )
if (await isReady())
  throw new Error(`Another Postrider uses ${url}. Set POSTRIDER_HTTP_PORT to another port.`)

// From here on it is the service as everybody runs it, on the same data.
const command = fileURLToPath(new URL('../bin/postrider.mjs', import.meta.resolve('@postrider/cli/main')))
const env = { ...process.env, POSTRIDER_DATA_DIR: dataDir, POSTRIDER_HTTP_PORT: port }
const service = spawn(process.execPath, [command, 'start'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => service.kill(signal))
service.on('exit', (code) => process.exit(code ?? 0))

// The values are of use once it has opened its ports. The port can be another one than at the first start.
while (!(await isReady())) await pause(100)
for (const [name, value] of Object.entries({ ...values, POSTRIDER_URL: url }))
  console.log(`export ${name}=${value}`)

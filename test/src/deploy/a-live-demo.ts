import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { startPostrider } from '../hosts/cli/run-postrider.js'
import { freePort } from '../servers/free-port.js'
import { freshDirectory } from '../servers/run-directory.js'

/** A process that serves, dispatches and has done a bit of everything. */
export interface LiveDemo {
  /** The address of its metrics. */
  readonly target: string
  /** Its page of metrics. */
  page(): Promise<string>
  stop(): Promise<void>
}

interface DemoFile {
  readonly baseUrl: string
  readonly organizationId: string
  readonly projectId: string
  readonly appId: string
  readonly credential: string
  readonly agentKeys: { readonly customer: string }
  readonly templates: { readonly sms: { readonly templateId: string; readonly variables: object } }
}

const post = async (url: string, bearer: string, body: object, key: string) => {
  const headers = {
    authorization: `Bearer ${bearer}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> }
}

/** A budget that the next message exceeds. */
const saveBudgets = async ({ baseUrl, organizationId, agentKeys }: DemoFile): Promise<void> => {
  const save = async (limitMinor: number): Promise<number> => {
    const counted = { organizationId, scope: {}, period: 'month', currency: 'INR' }
    const requestId = `live-demo-${limitMinor}`
    const budget = { requestId, ...counted, limitMinor, action: 'alert', alertPercents: [100] }
    const operation = `${baseUrl}/v1/agent/saveOrganizationBudget`
    const { status, body } = await post(operation, agentKeys.customer, budget, requestId)
    expect(status, JSON.stringify(body)).to.equal(200)
    const { budget: saved } = body as { readonly budget: { readonly usedMinor: number } }
    return saved.usedMinor
  }
  const usedMinor = await save(1)
  await save(usedMinor + 1)
}

/** Adds what the demo itself omits: a reached budget, refused and failed sends, unknown outcomes. */
const stirUp = async (demoFile: DemoFile): Promise<void> => {
  const { baseUrl, credential, projectId, appId, templates } = demoFile
  await saveBudgets(demoFile)
  const { templateId, variables } = templates.sms
  const send = async (to: string, key: string): Promise<number> => {
    const message = { projectId, appId, channel: 'sms', to, templateId, variables }
    return (await post(`${baseUrl}/v1/messages`, credential, message, key)).status
  }
  expect(await send('+447400123456', 'live-demo-delivered')).to.equal(202)
  expect(await send('+447400120001', 'live-demo-refused-for-good')).to.equal(202)
  expect(await send('+447400120005', 'live-demo-refused-for-now')).to.equal(202)
  expect(await send('5', 'live-demo-no-number')).to.equal(400)
  await fetch(`${baseUrl}/v1/nowhere`)
}

/** Runs the demo in a process of its own, and continues from there. */
export const startLiveDemo = async (): Promise<LiveDemo> => {
  const directory = await freshDirectory('figures')
  const target = `127.0.0.1:${await freePort()}`
  const [, port = ''] = target.split(':')
  const demo = startPostrider(['demo', '--quiet'], {
    POSTRIDER_DATA_DIR: directory,
    POSTRIDER_METRICS_PORT: port,
  })
  await eventually('the demo', async () => demo.out().includes('Serving until Ctrl-C.'))
  await stirUp(JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8')) as DemoFile)
  return {
    target,
    page: async () => (await fetch(`http://${target}/metrics`)).text(),
    stop: async () => {
      demo.process.kill('SIGTERM')
      await demo.exitCode
    },
  }
}

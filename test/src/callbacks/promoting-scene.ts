import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { newMasterKey } from '@postrider/node/auth/master-key'
import type { Channel } from '@postrider/core/channels/channels'
import type { TemplateVersion } from '@postrider/core/templates/domain/template'
import type { Composition } from '@postrider/wiring/compose'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { type SendingPlan, sendingTenant, type SendingTenant } from '../canary/installation.js'
import { acceptHere, composeHere, dispatchHere } from '../hosts/own-host.js'
import { freePort } from '../servers/free-port.js'
import { freshDirectory } from '../servers/run-directory.js'

/** What the tenant sends: an offer is promotional, and an invoice isn't. */
export type Sent = 'offer' | 'invoice'

const CATEGORIES = { offer: 'promotional', invoice: 'transactional' } as const

/** The state of a message as its sender reads it. */
export interface ReadMessage {
  readonly state: string
  readonly failureCode?: string
}

/** An installation in this process whose tenant sends offers and invoices through one provider. */
export interface PromotingScene {
  readonly composition: Composition
  readonly tenant: SendingTenant
  /** The address for the provider's callbacks. */
  readonly callbackUrl: string
  /** Sends one; resolves with its identifier, or throws the refusal. */
  send(sent: Sent, to: string): Promise<string>
  /** `acceptable`, or the code of its refusal. Nothing is sent. */
  verdict(sent: Sent, to: string): Promise<string>
  /** Waits for a verdict. */
  becomes(sent: Sent, to: string, verdict: string): Promise<void>
  read(messageId: string): Promise<ReadMessage>
  /** Waits for a state. */
  reaches(messageId: string, state: string): Promise<ReadMessage>
  stop(): Promise<void>
}

const contentOf = (channel: Channel, name: Sent): TemplateVersion['content'] => {
  const text = `The ${name} is for {{name}}.`
  if (channel === 'email') return { channel, subject: 'Acme', text }
  if (channel === 'sms') return { channel, text, registration: DLT_REGISTRATION }
  return { channel, text, registration: { name, language: 'en', namespace: 'c8ae5f90_307a_ca4c' } }
}

const templatesOf = (channel: Channel): SendingPlan['templates'] =>
  (['offer', 'invoice'] as const).map((name) => ({
    name,
    category: CATEGORIES[name],
    language: 'en',
    content: contentOf(channel, name),
    variables: [{ name: 'name', example: 'Asha' }],
  }))

/** WhatsApp's own templates for these texts. */
export const CLOUD_TEMPLATES = (['offer', 'invoice'] as const).map((name) => ({
  name,
  language: 'en',
  body: `The ${name} is for {{1}}.`,
}))

/** Calls the installation as the tenant's server. */
const callsOf = (port: number, tenant: SendingTenant, channel: Channel) => {
  const { project, app, templates, bearer } = tenant
  const post = async (sent: Sent, to: string, more: Readonly<Record<string, string>>) => {
    const template = templates.find(({ name }) => name === sent)
    const answer = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...more },
      body: JSON.stringify({
        projectId: project.projectId,
        appId: app.appId,
        channel,
        to,
        templateId: template?.templateId,
        variables: { name: 'Asha' },
      }),
    })
    return (await answer.json()) as {
      readonly messageId?: string
      readonly verdict?: string
      readonly error?: { readonly code: string }
    }
  }
  return {
    send: async (sent: Sent, to: string): Promise<string> => {
      const answer = await post(sent, to, { 'idempotency-key': randomUUID() })
      if (answer.messageId === undefined) throw new Error(JSON.stringify(answer))
      return answer.messageId
    },
    verdict: async (sent: Sent, to: string): Promise<string> => {
      const { verdict, error } = await post(sent, to, { prefer: 'handling=dry-run' })
      return error?.code ?? verdict ?? 'no verdict'
    },
    read: async (messageId: string): Promise<ReadMessage> => {
      const headers = { authorization: `Bearer ${bearer}` }
      return (await (
        await fetch(`http://127.0.0.1:${port}/v1/messages/${messageId}`, { headers })
      ).json()) as ReadMessage
    },
  }
}

/** Starts it on SQLite, with a dispatcher. */
export const openPromotingScene = async (plan: Omit<SendingPlan, 'templates'>): Promise<PromotingScene> => {
  const port = await freePort()
  const composition = await composeHere({
    POSTRIDER_MASTER_KEY: newMasterKey(),
    POSTRIDER_DATA_DIR: join(await freshDirectory('promoting'), 'data'),
    POSTRIDER_HTTP_PORT: `${port}`,
    POSTRIDER_METRICS_PORT: '0',
    POSTRIDER_DRAIN_PAUSE_MS: '0',
  })
  await right(composition.ports.storage.health.migrate())
  const { channel } = plan.sender
  const tenant = await sendingTenant(composition, { ...plan, templates: templatesOf(channel) })
  const http = await acceptHere(composition, port)
  const stopDispatcher = await dispatchHere(composition)
  const calls = callsOf(port, tenant, channel)
  return {
    ...calls,
    composition,
    tenant,
    callbackUrl: `http://127.0.0.1:${port}${tenant.callbackPath}`,
    becomes: (sent, to, verdict) =>
      eventually(
        `the ${sent} to ${to} is ${verdict}`,
        async () => (await calls.verdict(sent, to)) === verdict,
      ),
    reaches: async (messageId, state) => {
      await eventually(`it is ${state}`, async () => (await calls.read(messageId)).state === state)
      return calls.read(messageId)
    },
    stop: async () => {
      await http.stop()
      await stopDispatcher()
      await composition.close()
    },
  }
}

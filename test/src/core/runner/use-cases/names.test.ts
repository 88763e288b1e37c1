import { expect } from 'chai'
import type { OperationName } from '@postrider/core/assembly/registry'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { useOffice } from '../../assembly/an-office.js'

/** A person, four people of one family, a flag: symbols that are made of several characters. */
const EMOJI = ['😀', '👨‍👩‍👧‍👦', '🇮🇳']
const MOST = 100

const shortened = (text: string, most: number): string =>
  [...text]
    .slice(0, most)
    .join('')
    .replace(/\u200d$/, '')

/** All texts within a value, at any depth. */
const texts = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

describe('Names that people choose at the website', () => {
  const office = useOffice()

  /** Every form that accepts a name: its operation, and its other fields. */
  const forms = (): ReadonlyArray<
    readonly [operation: OperationName, names: readonly string[], body: object]
  > => {
    const { organizationId, app, clock } = office.at
    const { brandId, projectId, appId } = app
    const place = { organizationId, brandId, projectId }
    const reason = 'It is needed.'
    const powers = { environment: app.environment, actions: ['messages.send'], channels: ['sms'] }
    const draft = {
      organizationId,
      channel: 'sms',
      category: 'transactional',
      language: 'en',
      content: { text: 'Hello.' },
      variables: [],
    }
    return [
      [
        'createOrganization',
        ['displayName', 'legalName', 'brandName', 'projectName'],
        { environment: 'test' },
      ],
      ['createCustomerBrand', ['name'], { organizationId }],
      ['createProject', ['name'], { organizationId, brandId, environment: 'test' }],
      ['registerApp', ['name'], { ...place, platform: 'server', restrictions: {} }],
      ['renameApp', ['name'], { organizationId, appId, version: 1 }],
      ['saveCustomerTemplateDraft', ['name'], draft],
      [
        'createServerCredential',
        ['label'],
        { ...place, appId, ...powers, expiresAt: isoTime(clock.nowMs() + DAY_MS) },
      ],
      [
        'createOrganizationAgentKey',
        ['label'],
        { organizationId, allowlist: ['getCustomerBalance'], reason },
      ],
      ['createBootstrapAgentKey', ['label'], { reason }],
    ]
  }

  it('have at most 100 characters: 200 emoji are refused at their field, by each form, and write nothing', async () => {
    for (const [operation, names, body] of forms()) {
      const named = Object.fromEntries(names.map((name) => [name, '😀'.repeat(2 * MOST)]))
      const refused = await office.at.refusedAtWebsite(office.at.owner, operation, { ...body, ...named })
      const fields = 'fields' in refused ? refused.fields.map(({ field, code }) => [field, code]) : []
      expect(fields, operation).to.have.deep.members(names.map((name) => [`/${name}`, 'too_long']))
    }
  })

  it('are kept as they were written, with any symbols', async () => {
    for (const [operation, names, body] of forms()) {
      const written = names.map((_, at) => shortened((EMOJI[at % EMOJI.length] ?? '').repeat(MOST), MOST))
      const named = Object.fromEntries(names.map((name, at) => [name, written[at]]))
      const done = await office.at.doneAtWebsite(office.at.owner, operation, { ...body, ...named })
      expect(texts(done), operation).to.include.members(written)
    }
    await office.at.acts()
  })
})

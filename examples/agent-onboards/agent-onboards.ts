// An Agent makes an app ready to send. What its key names and its sponsor may, it may; it never sends, and what people decide it leaves
// to them.
const { POSTRIDER_URL = '', POSTRIDER_AGENT_KEY = '', TASK = 'onboard-bakery' } = process.env

interface Named {
  readonly brands: ReadonlyArray<{
    readonly brandId: string
    readonly projects: ReadonlyArray<{
      readonly projectId: string
      readonly environment: 'test' | 'production'
    }>
  }>
  readonly organization: { readonly organizationId: string; readonly displayName: string }
}

/** Calls an operation. The same `requestId` is done once: a run that broke off, run again, goes on where it was. */
const call = async <A>(operation: string, body: object = {}): Promise<A> => {
  const answer = await fetch(`${POSTRIDER_URL}/v1/agent/${operation}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${POSTRIDER_AGENT_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ requestId: `${TASK}.${operation}`, ...body }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${operation} was refused: ${text}`)
  return JSON.parse(text) as A
}

const { memberships } = await call<{ memberships: readonly Named[] }>('getCustomerContext')
const [{ organization, brands: [brand] } = { organization: undefined, brands: [] }] = memberships
const project = brand?.projects.find(({ environment }) => environment === 'test')
if (organization === undefined || brand === undefined || project === undefined)
  throw new Error('The Organization has no Project for tests: createProject makes one.')
const place = {
  organizationId: organization.organizationId,
  brandId: brand.brandId,
  projectId: project.projectId,
}
console.log(`For ${organization.displayName}, in its test Project:`)

const { app } = await call<{ app: { appId: string; name: string } }>('registerApp', {
  ...place,
  name: 'Bakery',
  platform: 'server',
  restrictions: {},
})
console.log(`- the app ${app.name} is ${app.appId}`)

const { secret } = await call<{ secret: string | null }>('createServerCredential', {
  ...place,
  appId: app.appId,
  environment: project.environment,
  actions: ['messages.send', 'messages.read'],
  channels: ['sms'],
  expiresAt: new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 1) - 1).toISOString(),
  label: 'bakery server',
})
console.log(
  secret === null
    ? '- its credential was shown when it was made'
    : '- its credential is made, and shown this once',
)

const { draft } = await call<{ draft: { draftId: string; version: number; preview: { text: string } } }>(
  'saveCustomerTemplateDraft',
  {
    organizationId: place.organizationId,
    channel: 'sms',
    name: 'loaf-is-ready',
    category: 'transactional',
    language: 'en',
    content: { text: 'Hello {{name}}, your loaf is ready. The Bakery' },
    variables: [{ name: 'name', maxLength: 60, example: 'Asha' }],
  },
)
console.log(`- a template says "${draft.preview.text}"`)

const { draftId, version } = draft
await call('submitCustomerTemplateDraftForReview', {
  organizationId: place.organizationId,
  draftId,
  version,
})
console.log('- a person reviews it: `postrider admin template list`. Then the app can send.')

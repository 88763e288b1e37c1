import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { ERROR_CODES } from '@postrider/contracts/errors/error-registry'
import { CLOSE_CODES } from '@postrider/contracts/live/close-codes'
import { RPC_ERRORS } from '@postrider/contracts/live/frame'
import { PROTOCOL_METHODS } from '@postrider/contracts/live/protocol-methods'
import { operationsFor } from '@postrider/core/assembly/registry'
import { EVENT_TYPES } from '@postrider/core/feed/domain/event-note'
import { FIELD_CODES } from '@postrider/core/kernel/codecs/fault'
import { FAILURE_CODES } from '@postrider/core/kernel/messages/message-state'
import { DECLARED_SETTINGS } from '@postrider/wiring/settings/declared-settings'
import { PROVIDERS } from '@postrider/wiring/providers'
import { repositoryFiles } from '../architecture/source-files.js'
import { anchorsOf } from '../tidy/headings.js'
import { pageNames, REPOSITORY, siteText } from './built-site.js'

const names = new Set(pageNames())

const alertNames = (): readonly string[] =>
  [
    ...readFileSync(join(REPOSITORY, 'deploy/prometheus/alerts.yaml'), 'utf8').matchAll(/- alert: (\w+)/g),
  ].map(([, name = '']) => name)

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}

const operationIds = (): readonly string[] => {
  const text = readFileSync(join(REPOSITORY, 'contracts/openapi.json'), 'utf8')
  return Object.values((JSON.parse(text) as Document).paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
}

describe('The pages of the documentation site', () => {
  it('are one for each entry of the registries', () => {
    const wanted = [
      ...[...ERROR_CODES, ...FAILURE_CODES].map((code) => `errors/${code}`),
      ...FIELD_CODES.map((code) => `errors/fields/${code}`),
      ...EVENT_TYPES.map((type) => `events/${type}`),
      ...alertNames().map((name) => `alerts/${name}`),
      ...DECLARED_SETTINGS.map(({ name }) => `settings/${name}`),
      ...PROVIDERS.map(({ kind }) => `providers/${kind}`),
      ...operationIds().map((id) => `reference/${id}`),
    ]
    expect(wanted.filter((name) => !names.has(name))).to.deep.equal([])
    const ofCodes = [...names].filter((name) => name.startsWith('errors/'))
    expect(ofCodes).to.have.members(wanted.filter((name) => name.startsWith('errors/')))
  })

  it('lead from the error about invalid fields to each code of a field', () => {
    for (const page of ['errors', 'errors/invalid_request', 'api/conventions'])
      for (const code of FIELD_CODES)
        expect(siteText(`${page}.html`), page).to.match(new RegExp(`href="[./]*(errors/)?fields/${code}"`))
  })

  it('are linked by their alerts', () => {
    const rules = readFileSync(join(REPOSITORY, 'deploy/prometheus/alerts.yaml'), 'utf8')
    const linked = [...rules.matchAll(/runbook_url: '\{\{ \$externalLabels\.postrider_docs \}\}\/(.+)'/g)]
    expect(linked.map(([, path]) => path)).to.deep.equal(alertNames().map((name) => `alerts/${name}`))
  })

  it('have the same anchors as GitHub shows for the Markdown', () => {
    for (const { path, text } of repositoryFiles(/^docs\/(?!README|errors|decisions\/README).*\.md$/)) {
      const html = siteText(`${path.slice('docs/'.length, -'.md'.length)}.html`)
      const missing = anchorsOf(text).filter((anchor) => !html.includes(` id="${anchor}"`))
      expect(missing, path).to.deep.equal([])
    }
  })

  it('have samples of each operation in five languages, and a form where JSON is sent', () => {
    const html = siteText('reference/sendMessage.html')
    for (const language of ['curl', 'TypeScript', 'Python', 'PHP', 'Go'])
      expect(html).to.match(new RegExp(`role="tab"[^>]*>${language}</button>`))
    expect(html).to.contain('data-method="POST" data-path="/v1/messages"')
    for (const field of ['body-variables', 'response-202-estimatedCharge.amountMinor'])
      expect(html).to.contain(` id="${field}"`)
  })

  it('describe every frame, event, close code and operation of the socket', () => {
    const html = siteText('reference/socket.html')
    for (const method of [...Object.keys(PROTOCOL_METHODS), 'live.event', 'live.over', 'live.tick'])
      expect(html, method).to.match(new RegExp(`<h3 id="[^"]+">${method}<`))
    for (const { code } of Object.values(CLOSE_CODES)) expect(html).to.contain(`<td>${code}</td>`)
    for (const { code } of Object.values(RPC_ERRORS)) expect(html).to.contain(`<code>${code}</code>`)
    for (const name of operationsFor('adminConsole'))
      expect(html).to.contain(`href="../reference/admin/${name}"`)
    expect(html).to.contain(' id="live.subscribe-params-after.seq"')
    expect(html).to.contain('Error code of JSON-RPC.<br><code>-32700</code>: ')
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).to.deep.equal([])
  })

  it('have diagrams with an alternative text, and without styles that the content policy refuses', () => {
    for (const page of ['architecture', 'api/sending']) {
      const [figure = ''] = /<figure class="diagram"[^]*?<\/figure>/.exec(siteText(`${page}.html`)) ?? []
      expect(figure, page).to.match(/<svg role="img" aria-label="[^"]{40,}"/)
      expect(figure, page).to.not.match(/<style|<script| style=|https?:\/\/(?!www\.w3\.org)/)
    }
  })

  it('stop the build if the sidebar lacks one, with the line to add', () => {
    const program = `
      const { refuseLost } = await import('${pathToFileURL(join(REPOSITORY, 'site/lib/read-pages.mjs')).href}')
      try {
        refuseLost([{ path: '', section: 'Start' }, { path: 'new', source: 'NEW.md' }])
      } catch (fault) {
        console.log(fault.message)
      }`
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    })
    expect(printed).to.contain('NEW.md')
    expect(printed).to.contain("in site/sidebar.mjs:\n      'new',\n")
  })

  it('are listed in llms.txt with the address of their Markdown, which exists', () => {
    const listed = [...siteText('llms.txt').matchAll(/^- \[.*\]\(([^)]+)\):/gm)].map(
      ([, address = '']) => address,
    )
    expect(listed.length).to.be.greaterThan(300)
    for (const address of listed) expect(siteText(address), address).to.not.equal('')
  })
})

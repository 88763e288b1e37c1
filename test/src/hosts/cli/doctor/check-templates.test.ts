import { expect } from 'chai'
import { checkTemplateHtml } from '@postrider/cli/doctor/check-templates'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import type { TemplateDraft } from '@postrider/core/templates/domain/draft'
import { TE } from '@postrider/core/fp'
import type { TemplateStorage } from '@postrider/core/templates/ports/template-storage'
import { htmlReader } from '@postrider/html-reader/parse5-reader'
import { aWorld } from '../../../core/fakes/world.js'

const approved = (name: string, html: string | undefined): TemplateDraft =>
  aDraft({
    name,
    state: 'approved',
    content: { channel: 'email', subject: 'S', text: 'T', ...(html === undefined ? {} : { html }) },
    variables: [{ name: 'who', example: 'Asha' }],
  })

const findingsFor = (drafts: readonly TemplateDraft[]) => {
  const { storage } = aWorld().ports
  const templates: TemplateStorage = {
    ...storage.templates,
    statuses: (states) => {
      expect(states).to.include('approved')
      return TE.right({ epoch: 1, value: drafts.map((one) => ({ ...one, channel: one.content.channel })) })
    },
    draft: (draftId) => {
      const draft = drafts.find((one) => one.draftId === draftId)
      return TE.right({ epoch: 1, value: draft && { draft, inUse: undefined, versions: [] } })
    },
  }
  return checkTemplateHtml({ storage: { ...storage, templates }, htmlReader })
}

describe("The doctor's check of templates", () => {
  it('reports nothing if their HTML follows the rules', async () => {
    const [finding, ...others] = await findingsFor([
      approved('Fine', '<p title="{{who}}">{{who}}</p>'),
      approved('Plain', undefined),
    ])
    expect(others).to.deep.equal([])
    expect(finding).to.include({ verdict: 'fine', part: 'templates' })
  })

  it('names approved versions that break the rules, with the first problem of each', async () => {
    const bad = approved('Old', '<p title={{who}} onclick="x()">x</p>')
    const [finding, ...others] = await findingsFor([approved('Fine', '<p>{{who}}</p>'), bad])
    expect(others).to.deep.equal([])
    expect(finding?.verdict).to.equal('warning')
    expect(finding?.sentence)
      .to.match(/^Old \(tpl_\w+, version 1, approved, org_\w+\) has HTML that is no longer allowed: /)
      .and.include('`onclick`')
      .and.include('(and 1 more)')
  })

  it('shows at most twenty', async () => {
    const many = Array.from({ length: 25 }, (_, at) => approved(`Old ${at}`, '<form>'))
    const findings = await findingsFor(many)
    expect(findings).to.have.length(21)
    expect(findings.at(-1)?.sentence).to.match(/^5 more templates/)
  })
})

import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { AppCatalog } from '@postrider/core/catalog/domain/app-catalog'
import { prepareCatalog } from '@postrider/core/catalog/domain/prepared-catalog'
import { quote } from '@postrider/core/messaging/domain/acceptance/quote'
import { addressed } from '@postrider/core/messaging/domain/messages/send-request'
import type { AppLanguages } from '@postrider/core/tenancy/domain/app-languages'
import { templateInLanguage } from '@postrider/core/templates/domain/languages-of'
import type { TemplateVersion } from '@postrider/core/templates/domain/template'
import { aPrice } from '@postrider/conformance/builders/a-price'
import { aTemplate } from '@postrider/conformance/builders/a-template'
import { aTenant } from '@postrider/conformance/builders/a-tenant'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { appCatalogOf } from '../../../fakes/app-catalog-of.js'

const BRAZIL = { to: '+5511987654321', country: 'BR' }
const MEXICO = { to: '+525512345678', country: 'MX' }

const aScene = (languages: AppLanguages | undefined, variants: ReadonlyArray<Partial<TemplateVersion>>) => {
  const tenant = aTenant({ app: { languages } })
  const { template } = tenant
  const others = variants.map((variant) =>
    aTemplate({
      organizationId: template.organizationId,
      content: template.content,
      variables: template.variables,
      variantOf: template.templateId,
      ...variant,
    }),
  )
  const catalog: AppCatalog = appCatalogOf(tenant, {
    prices: [aPrice()],
    templates: new Map([template, ...others].map((one) => [one.templateId, one])),
  })
  const prepared = prepareCatalog(catalog)
  const sent = (
    recipient: { readonly to: string; readonly country: string | undefined },
    templateId = template.templateId,
  ) => {
    const { projectId, appId } = tenant.app
    const variables = { name: 'Asha', code: '0042' }
    const message = { projectId, appId, channel: 'sms', to: recipient.to, templateId, variables } as const
    const quoted = quote(prepared, addressed(message, recipient), NOW_MS)
    if (E.isLeft(quoted)) throw new Error(JSON.stringify(quoted.left))
    return quoted.right
  }
  const languageOf = (recipient: { readonly to: string; readonly country: string | undefined }) => {
    const { language, template: taken } = sent(recipient)
    if (language !== undefined) expect(taken.version.language).to.equal(language)
    return language
  }
  return { sent, languageOf, template, others, prepared }
}

describe('The language of a message', () => {
  it('is not recorded if the template has only one', () => {
    expect(aScene({ byCountry: true }, []).languageOf(BRAZIL)).to.equal(undefined)
  })

  it('is that of the template if the app sets nothing', () => {
    expect(aScene(undefined, [{ language: 'pt' }]).languageOf(BRAZIL)).to.equal('en')
  })

  it('is that of the country, then the default, then the template’s own, each with its parents', () => {
    const { languageOf } = aScene({ byCountry: true, default: 'fr-CA' }, [
      { language: 'pt' },
      { language: 'fr' },
    ])
    expect(languageOf(BRAZIL)).to.equal('pt')
    expect(languageOf(MEXICO)).to.equal('fr')
    expect(aScene({ byCountry: true }, [{ language: 'pt' }]).languageOf(MEXICO)).to.equal('en')
    const regional = aScene({ byCountry: true }, [{ language: 'pt' }, { language: 'pt_BR' }])
    expect(regional.languageOf(BRAZIL)).to.equal('pt_BR')
    expect(aScene({ default: 'en-IN' }, [{ language: 'pt' }]).languageOf(BRAZIL)).to.equal('en')
  })

  it('is never one that can’t be sent, or that needs other values', () => {
    const unusable: ReadonlyArray<Partial<TemplateVersion>> = [
      { status: 'paused' },
      { status: 'retired' },
      { variables: [{ name: 'name', example: 'Asha' }] },
      { category: 'promotional' },
      { content: { channel: 'email', subject: 'Olá', text: '{{name}} {{code}}' } },
      { variantOf: fresh.id('tpl') },
    ]
    for (const one of unusable) {
      const language = aScene({ byCountry: true }, [{ language: 'pt', ...one }]).languageOf(BRAZIL)
      expect(language ?? 'en', JSON.stringify(one)).to.equal('en')
    }
  })

  it('stays the same for an accepted message', () => {
    const { prepared, template, others } = aScene({}, [{ language: 'pt' }])
    const of = (language: string | undefined) =>
      templateInLanguage(prepared.templates.get(template.templateId), language)?.version.templateVersionId
    expect(of('pt')).to.equal(others[0]?.templateVersionId)
    expect(of('en')).to.equal(template.templateVersionId)
    expect(of(undefined)).to.equal(template.templateVersionId)
    expect(of('fr')).to.equal(undefined)
  })
})

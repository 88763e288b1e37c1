import type { Vocabulary } from '../../../kernel/codecs/vocabulary.js'
import { PROVIDER_KIND_FORM } from '../../../tenancy/domain/service-configuration.js'
import type { ProviderOpener } from '../../../providers/ports/provider.js'

/**
 * The vocabulary of a service with these ports: the kinds of its providers. Throws if a kind's name is
 * invalid or used by two openers: then the list of providers is wrong.
 */
export const vocabularyOf = ({
  providers,
}: {
  readonly providers: readonly ProviderOpener[]
}): Vocabulary => {
  const providerKinds = providers.map(({ kind }) => kind)
  for (const [at, kind] of providerKinds.entries()) {
    if (!PROVIDER_KIND_FORM.test(kind)) throw new Error(`A kind of provider cannot be called "${kind}".`)
    if (providerKinds.indexOf(kind) !== at) throw new Error(`Two providers are of the kind "${kind}".`)
  }
  return { providerKinds }
}

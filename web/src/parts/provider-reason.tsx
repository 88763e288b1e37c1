import { ForeignText } from './words.js'

/** The part of a failure that comes from the provider. */
interface ProviderReason {
  readonly providerCode: string
  readonly providerText?: string | undefined
}

/** The provider's code for a failure, and its words if it gave any. */
export const ProviderReasonText = ({ providerCode, providerText }: ProviderReason) => (
  <>
    <code>
      <ForeignText text={providerCode} />
    </code>
    {providerText !== undefined && (
      <>
        {' '}
        <ForeignText text={providerText} />
      </>
    )}
  </>
)

import type { ResultOf } from '@postrider/core/assembly/registry'
import { ForeignText } from './words.js'

type Failure = NonNullable<ResultOf<'getMessageTrace'>['message']['failure']>

/** The provider's code for a failure, and its words if it gave any. */
export const ProviderReasonText = ({ providerCode, providerText }: Failure) => (
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

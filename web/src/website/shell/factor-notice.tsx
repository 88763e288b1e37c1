import { WEBSITE_TEXTS as t } from './website-texts.js'
import { membership } from '../state/access.js'

/** Explains why the organization's data is hidden: it requires a second factor, and the person has none. */
export const FactorNotice = () =>
  membership.value?.needsSecondFactor === true ? (
    <p class="in small" role="status">
      {t.needsSecondFactor}{' '}
      <a href="/second-factor" data-leave>
        {t.turnItOn}
      </a>
    </p>
  ) : null

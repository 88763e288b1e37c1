import { DOCS_LINK } from '../language/product.js'
import { PART_TEXTS as t } from '../language/part-texts.js'

/**
 * A link to the documentation about an error code or failure code. Nothing if the documentation is turned
 * off.
 */
export const CodeLink = ({ code }: { code: string }) =>
  DOCS_LINK === undefined ? null : (
    <a href={new URL(`errors/${code}`, DOCS_LINK).href} target="_blank" rel="noopener" data-leave>
      {t.aboutCode}
    </a>
  )

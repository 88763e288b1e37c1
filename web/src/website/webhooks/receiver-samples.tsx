import { useState } from 'preact/hooks'
import { DOCS_LINK } from '../../language/product.js'
import { CodeSamples } from '../../parts/code-samples.js'
import { RECEIVER_TEXTS } from './receiver-texts.js'
import { WEBHOOK_TEXTS } from './webhook-texts.js'

const t = WEBHOOK_TEXTS.receiver

const SAMPLES = (['node', 'python'] as const).map((language) => ({
  name: t.languages[language],
  about: t.about(t.languages[language]),
  text: RECEIVER_TEXTS[language],
  copied: t.copied[language],
}))

/** Programs that receive the events of an endpoint. */
export const ReceiverSamples = () => {
  const [shown, show] = useState(0)
  return (
    <details>
      <summary>{t.title}</summary>
      <div class="stack tight">
        <CodeSamples samples={SAMPLES} shown={shown} onShow={show} copyLabel={t.copy} hint={t.hint} />
        {DOCS_LINK !== undefined && (
          <p class="small">
            <a href={new URL('api/webhooks', DOCS_LINK).href} target="_blank" rel="noopener" data-leave>
              {t.more}
            </a>
          </p>
        )}
      </div>
    </details>
  )
}

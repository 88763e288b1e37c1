import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'

interface GuideProps {
  readonly title: string
  readonly steps: ReadonlyArray<readonly [label: string, text: string]>
  readonly after: string
}

const Guide = ({ title, steps, after }: GuideProps) => (
  <details class="guide">
    <summary>{title}</summary>
    <dl class="facts">
      {steps.flatMap(([label, text]) => [
        <dt key={`${label} name`}>{label}</dt>,
        <dd key={label}>{text}</dd>,
      ])}
    </dl>
    <p class="quiet">{after}</p>
  </details>
)

/** The vendor's requirements for a text, with explanations and sources. */
export const TemplateGuide = ({ channel, isForIndia }: { channel: string; isForIndia: boolean }) => {
  if (channel === 'whatsapp')
    return <Guide title={t.whatsappTitle} steps={t.whatsappSteps} after={t.whatsappAfter} />
  return isForIndia ? <Guide title={t.dltTitle} steps={t.dltSteps} after={t.dltAfter} /> : null
}

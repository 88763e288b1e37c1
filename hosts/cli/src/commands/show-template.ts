import type { ResultOf } from '@postrider/core/assembly/registry'
import type { Terminal } from '@postrider/command/terminal/terminal'

type Review = ResultOf<'getTemplateReview'>
type Draft = Review['draft']

/** Long texts are printed below their names. */
const partLines = (name: string, text: string): readonly string[] =>
  text.includes('\n') ? [`${name}:`, ...text.split('\n').map((line) => `  ${line}`)] : [`${name}: ${text}`]

/** A part of the content; the parts inside it follow under their paths. */
const contentPart = (name: string, part: unknown): readonly string[] =>
  typeof part === 'object' && part !== null
    ? Object.entries(part).flatMap(([inner, one]) => contentPart(`${name}/${inner}`, one))
    : partLines(name, typeof part === 'string' ? part : JSON.stringify(part))

const contentLines = ({ content }: Draft): readonly string[] =>
  Object.entries(content).flatMap(([name, part]) => contentPart(name, part))

const variableLines = ({ variables }: Draft): readonly string[] =>
  variables.map(
    ({ name, type, maxLength, example }) => `{{${name}}} ${type}, at most ${maxLength}: ${example}`,
  )

const previewLines = ({ preview }: Draft): readonly string[] => {
  const { text, characters, encoding, segments } = preview
  const layout = segments === undefined ? [] : [`${characters} characters, ${encoding}, ${segments} segments`]
  return [...partLines('with its examples', text), ...layout]
}

/** Warnings about a version, which don't block it. */
export const warningLines = ({ warnings }: Pick<Draft, 'warnings'>): readonly string[] =>
  warnings.map(({ message }) => `warning: ${message}`)

const historyLines = ({ history }: Draft): readonly string[] =>
  history.map(({ at, state, by, actorId, reasonCode, reason, variable }) =>
    [at, state, `by ${by} ${actorId ?? ''}`.trim(), reasonCode, variable, reason]
      .filter((part) => part !== undefined)
      .join('  '),
  )

const inUseText = ({ versionInUse, inUse }: Draft): string =>
  versionInUse === null || inUse === undefined
    ? 'no version'
    : [`version ${versionInUse}`, inUse.state, inUse.reasonCode, inUse.reason]
        .filter((part) => part !== undefined)
        .join('  ')

/** Shows what a reviewer needs: the version's text, its preview, and its history. */
export const showTemplate = (terminal: Terminal, { draft, versions }: Review): void => {
  const { draftId, version, organizationId, name, channel, category, language, state } = draft
  const lines = [
    `${draftId}, version ${version} of ${versions[0]?.version ?? version}: ${state}`,
    `${organizationId}: ${name} (${channel}, ${category}, ${language})`,
    `in use: ${inUseText(draft)}`,
    ...contentLines(draft),
    ...variableLines(draft),
    ...previewLines(draft),
    ...(draft.vendorTemplate === undefined
      ? []
      : [`WhatsApp template: ${JSON.stringify(draft.vendorTemplate)}`]),
    ...(draft.registration === undefined ? [] : [`registered: ${JSON.stringify(draft.registration)}`]),
    ...warningLines(draft),
    ...historyLines(draft),
  ]
  for (const line of lines) terminal.say(line)
}

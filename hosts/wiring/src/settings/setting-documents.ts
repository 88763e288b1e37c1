import { between, type DerivedFile } from '@postrider/contracts/documents/derived-file'
import { tableText } from '@postrider/contracts/documents/table-text'
import type { Setting, SettingGroup } from '../setting.js'
import { DECLARED_SETTINGS, SETTING_GROUPS } from './declared-settings.js'

type Shown = Setting<unknown>

const EXAMPLE_HEAD = `
Settings of Postrider, written by \`npm run fix\` from hosts/wiring/src/settings.
Commands read them from .env in the folder where they are run. The environment wins, also with an empty value.
A value with # in it needs quotes. The demo reads only the environment.
\`postrider init\` writes a .env for a new installation.
Every line below shows a default or an example; an empty value counts as none.
A secret can be in a file instead. These settings name the file:`

const linesOf = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

const commentOf = (text: string): readonly string[] => linesOf(text).map((line) => `# ${line}`)

/** A phrase that starts with a value in backticks keeps its case. */
const sentenceOf = (phrase: string): string => `${phrase.slice(0, 1).toUpperCase()}${phrase.slice(1)}.`

const explained = ({ about, summary }: Shown): readonly string[] => {
  if (about !== undefined) return commentOf(about)
  return summary === undefined ? [] : commentOf(sentenceOf(summary).replaceAll('`', ''))
}

const valuesOf = ({ defaultText, examples = [] }: Shown): readonly string[] =>
  defaultText === undefined ? examples : [defaultText, ...examples]

const paragraphOf = (group: SettingGroup): string =>
  group
    .filter((setting) => valuesOf(setting).length > 0)
    .flatMap((setting) => [
      ...explained(setting),
      ...valuesOf(setting).map((value) => `#${setting.name}=${value}`),
    ])
    .join('\n')

const exampleText = (): string => {
  const secrets = DECLARED_SETTINGS.filter(({ isSecret }) => isSecret === true)
  const head = [...commentOf(EXAMPLE_HEAD), ...secrets.map(({ name }) => `#   ${name}_FILE`)].join('\n')
  const paragraphs = SETTING_GROUPS.map(paragraphOf).filter((paragraph) => paragraph !== '')
  return `${[head, ...paragraphs].join('\n\n')}\n`
}

const inCode = (text: string): string => `\`${text}\``

/** The defaults of a row's settings; one that all of them share is shown once. */
const defaultsOf = (settings: readonly Shown[]): string => {
  const defaults = settings.map(({ defaultText }) =>
    defaultText === undefined ? 'none' : inCode(defaultText),
  )
  return [...new Set(defaults)].join(', ')
}

const rowOf = (setting: Shown): readonly (readonly string[])[] => {
  const { summary, row } = setting
  const meaning = row?.meaning ?? summary
  if (meaning === undefined) return []
  const settings = [setting, ...(row?.sharedWith ?? [])]
  const names = settings.map(({ name }) => inCode(name)).join(', ')
  return [[names, row?.shownDefault ?? defaultsOf(settings), meaning]]
}

const tableOfSettings = (): string =>
  tableText([['Setting', 'Default', 'Meaning'], ...DECLARED_SETTINGS.flatMap(rowOf)])

const entryOf = ({ name, compose }: Shown): readonly string[] => {
  if (compose === false) return []
  const note = compose?.note === undefined ? [] : commentOf(compose.note)
  return [...note, `${name}: ${compose?.value ?? `\${${name}:-}`}`]
}

const START = 'Settings, written by npm run fix'
const END = 'End of the settings'

/** The files that `npm run fix` writes the settings into. */
export const SETTING_DOCUMENTS: readonly DerivedFile[] = [
  { path: '.env.example', write: exampleText },
  { path: 'docs/settings.md', write: (text) => between(text, START, END, ['', tableOfSettings(), '']) },
  {
    path: 'compose.yaml',
    write: (text) =>
      between(
        text,
        START,
        END,
        DECLARED_SETTINGS.flatMap(entryOf).map((line) => `    ${line}`),
      ),
  },
]

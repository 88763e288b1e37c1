// A page for each setting, from its declaration.
import { compiled } from '../lib/repository.mjs'

const linesOf = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join(' ')

const sentence = (text) => {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}

/** Names of settings in a text become links, except that of the page itself; cited pages too. */
const linked = (text, own, names) =>
  text
    .replaceAll(/\b(POSTRIDER_[A-Z_]+[A-Z])\b/g, (name) =>
      name === own || !names.has(name) ? name : `[${name}](/settings/${name})`,
    )
    .replaceAll(
      /\((docs\/[\w/-]+)(?:\.md)?(#[\w-]+)?(?:, [^)]*)?\)/g,
      (_, page, anchor = '') => `([more](/${page.slice('docs/'.length)}${anchor}))`,
    )

const explained = ({ about, summary, row }) => {
  const text = about === undefined ? (summary ?? row?.meaning ?? '') : linesOf(about)
  return text === '' ? '' : sentence(text)
}

const code = (text) => `\`${text}\``

const factsOf = ({ name, defaultText, isSecret, row }) => {
  const byDefault = defaultText === undefined ? (row?.shownDefault ?? 'none') : code(defaultText)
  return [
    '| Property | Value |\n| --- | --- |',
    `| Default | ${byDefault} |`,
    ...(isSecret === true ? [`| In a file | \`${name}_FILE\` names a file that has the value |`] : []),
  ].join('\n')
}

const examplesOf = ({ name, defaultText, examples = [] }) => {
  const values = examples.length > 0 ? examples : [defaultText].filter((value) => value !== undefined)
  if (values.length === 0) return []
  return [`## Example\n\n\`\`\`bash\n${values.map((value) => `${name}=${value}`).join('\n')}\n\`\`\``]
}

const pageOf = (setting, sharedWith, names) => {
  const text = explained(setting) || explained(sharedWith ?? {})
  return {
    path: `settings/${setting.name}`,
    title: setting.name,
    section: 'Settings',
    description: text.replaceAll('`', ''),
    keywords: `setting environment variable ${setting.name.replaceAll('_', ' ')}`,
    from: 'hosts/wiring/src/settings',
    markdown: [
      `# ${setting.name}`,
      linked(text, setting.name, names),
      factsOf(setting),
      ...examplesOf(setting),
      '[Settings](/settings) lists all settings. `npx postrider doctor` checks them.',
    ].join('\n\n'),
  }
}

/** The page of each setting. */
export const settingPages = async () => {
  const { DECLARED_SETTINGS } = await compiled('hosts/wiring/dist/settings/declared-settings.js')
  const names = new Set(DECLARED_SETTINGS.map(({ name }) => name))
  const owners = new Map(
    DECLARED_SETTINGS.flatMap((setting) =>
      (setting.row?.sharedWith ?? []).map(({ name }) => [name, setting]),
    ),
  )
  return DECLARED_SETTINGS.map((setting) => pageOf(setting, owners.get(setting.name), names))
}

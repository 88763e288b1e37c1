import { type Command, Option } from 'commander'
import { CHANNEL_NAMES, CHANNELS } from '@postrider/core/channels/channels'
import { TEMPLATE_STATES } from '@postrider/core/templates/domain/draft'
import type { WithCommandIo } from './database-shell.js'
import {
  actOnTemplate,
  type ListOptions,
  listTemplates,
  showTemplateReview,
  type TEMPLATE_ACTS,
  type TemplateOptions,
} from './commands/templates.js'

/** Options of several actions. */
const BLAME = [
  ['--reason-code <word>', 'reason code for programs'],
  ['--variable <name>', 'variable that has the problem'],
] as const
const hyphenated = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The registration fields by channel; two channels may use the same name. */
const registrationOptions = (): ReadonlyArray<readonly [string, string]> => {
  const options = new Map<string, string>()
  for (const channel of CHANNEL_NAMES) {
    const { label, vendor } = CHANNELS[channel]
    for (const { name, placeholder, about } of vendor?.questions ?? []) {
      const flags = `--${hyphenated(name)} <${placeholder}>`
      const before = options.get(flags)
      options.set(flags, `${before === undefined ? '' : `${before}; `}${label}: ${about}`)
    }
  }
  return [...options]
}

const ACTS: ReadonlyArray<
  readonly [
    name: keyof typeof TEMPLATE_ACTS,
    description: string,
    options: ReadonlyArray<readonly [string, string]>,
  ]
> = [
  [
    'approve',
    'approve a version in review; if DLT or WhatsApp has to approve the text, it then waits for its registration',
    [
      ['--sandbox-only', 'skip DLT and WhatsApp: only the test environment can send it'],
      ['--vendor-template <name,language>', 'WhatsApp: name and language of the template that was submitted'],
    ],
  ],
  [
    'register',
    'record the registration with DLT or WhatsApp, which approves the version',
    registrationOptions(),
  ],
  ['reject', 'reject a version, with a reason for its author', BLAME],
  ['pause', 'pause a template: sends with it are refused', BLAME],
  ['resume', 'resume a paused template', []],
  ['retire', 'retire a template permanently', []],
]

const VERSION = ['--draft-version <number>', 'version (default: the newest, or the one in use)'] as const

/** Adds the commands for the review of templates. */
export const addTemplateCommands = (admin: Command, withCommandIo: WithCommandIo): void => {
  const as = ['--as <address>', 'your email address'] as const
  const templates = admin.command('template').description('review templates (people only, not Agent keys)')
  templates
    .command('list')
    .description('list versions waiting for review, oldest first')
    .addOption(new Option('--state <state>', 'list versions in this state instead').choices(TEMPLATE_STATES))
    .option(...as)
    .action((options: ListOptions) => withCommandIo((io) => listTemplates(io, options)))
  templates
    .command('show')
    .description('show a version of a template and its history')
    .argument('<id>', 'ID of the template (tpl_…)')
    .option(...VERSION)
    .option(...as)
    .action((id: string, options: TemplateOptions) =>
      withCommandIo((io) => showTemplateReview(io, id, options)),
    )
  for (const [name, description, own] of ACTS) {
    const command = templates
      .command(name)
      .description(description)
      .argument('<id>', 'ID of the template (tpl_…)')
      .option(...VERSION)
      .option('--reason <text>', 'reason, shown to the author')
      .option(...as)
    for (const option of own) command.option(...option)
    command.action((id: string, options: TemplateOptions) =>
      withCommandIo((io) => actOnTemplate(io, name, id, options)),
    )
  }
}

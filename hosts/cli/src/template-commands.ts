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

/** Options that only some acts have. */
const BLAME = [
  ['--reason-code <word>', 'why, in a word for programs'],
  ['--variable <name>', 'the variable at fault'],
] as const
const hyphenated = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** What vendors are told, by channel; two may ask for something of the same name. */
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
    'approve a version under review; a text that needs a vendor waits for its registration',
    [
      ['--sandbox-only', 'ask no vendor: only the test environment sends it'],
      [
        '--vendor-template <name,language>',
        'WhatsApp: under what its vendor is asked for it, by which its refusal is known',
      ],
    ],
  ],
  [
    'register',
    'record under what a vendor registered a version, which is approved by that',
    registrationOptions(),
  ],
  ['reject', 'reject a version, with the reason that its author reads', BLAME],
  ['pause', 'let nothing be sent with a template for a while', BLAME],
  ['resume', 'let a paused template be sent again', []],
  ['retire', 'end a template for good', []],
]

const VERSION = ['--draft-version <number>', 'the version; without it the newest, or the one in use'] as const

/** The commands about the review of templates. */
export const addTemplateCommands = (admin: Command, withCommandIo: WithCommandIo): void => {
  const as = ['--as <address>', 'who you are'] as const
  const templates = admin.command('template').description('templates and their review, by people alone')
  templates
    .command('list')
    .description('what waits for a review, longest first')
    .addOption(new Option('--state <state>', 'those of a state instead').choices(TEMPLATE_STATES))
    .option(...as)
    .action((options: ListOptions) => withCommandIo((io) => listTemplates(io, options)))
  templates
    .command('show')
    .description('a version of a template, and its history')
    .argument('<id>', 'the template, as tpl_…')
    .option(...VERSION)
    .option(...as)
    .action((id: string, options: TemplateOptions) =>
      withCommandIo((io) => showTemplateReview(io, id, options)),
    )
  for (const [name, description, own] of ACTS) {
    const command = templates
      .command(name)
      .description(description)
      .argument('<id>', 'the template, as tpl_…')
      .option(...VERSION)
      .option('--reason <text>', 'why; its author reads it')
      .option(...as)
    for (const option of own) command.option(...option)
    command.action((id: string, options: TemplateOptions) =>
      withCommandIo((io) => actOnTemplate(io, name, id, options)),
    )
  }
}
